import { describe, expect, it } from 'vitest';
import { reason as reasonSchema } from '#api-contract/order.ts';
import { placementReason } from './placement-reasons.ts';
import { defineReasons } from './reason.ts';

const reason = defineReasons({
  plain: { message: 'It rains.', nextStep: null },
  filled: { message: 'It rains in {city} and {city}.', nextStep: 'Wait {hours} hours.' },
});

describe('defineReasons', () => {
  it('gives a plain reason', () => {
    expect(reason('plain')).toEqual({
      code: 'plain',
      message: 'It rains.',
      nextStep: null,
      field: null,
      serviceMessage: null,
      until: null,
      retrying: false,
      params: {},
    });
  });

  it('fills the parameters and carries the details', () => {
    const details = { field: 'items', serviceMessage: 'no', until: '2026-11-21T12:00:00Z', retrying: true };
    expect(reason('filled', { city: '$& {hours}', hours: 2 }, details)).toEqual({
      code: 'filled',
      message: 'It rains in $& {hours} and $& {hours}.',
      nextStep: 'Wait 2 hours.',
      params: { city: '$& {hours}', hours: 2 },
      ...details,
    });
  });

  it('has its templates for locale files, and the compiler knows the parameters', () => {
    expect(reason.catalogue.plain.message).toBe('It rains.');
    // @ts-expect-error a parameter is missing
    expect(reason('filled', { city: 'x' }).nextStep).toBe('Wait {hours} hours.');
  });
});

describe('the catalogue of placement', () => {
  it.each(Object.entries(placementReason.catalogue))('%s is a sentence that says what it means', (_code, template) => {
    expect(template.message).toMatch(/^[A-Z].{25,}\.$/);
    expect(template.nextStep ?? 'None.').toMatch(/^[A-Z].*[.]$/);
    expect(`${template.message} ${template.nextStep}`).not.toMatch(/undefined|null\b.*null/);
  });

  it('is what the contract calls a reason', () => {
    expect(reasonSchema.parse(placementReason('paused'))).toMatchObject({ code: 'paused' });
  });
});
