import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { languages } from '#api-contract/language.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

test.each(languages)(
  'in %s the example of a metafield is a sentence of its own beside whether the shop has one',
  async (language) => {
    const { translations } = await renderPanel(busyWorld(), '/settings', language);
    const missing = await screen.findByText((text) => text.includes(translations.t('parcel.metafieldMissing')));
    const found = screen.getByText((text) =>
      text.includes(translations.t('parcel.metafieldFound').split('(')[0] ?? '-'),
    );
    expect(missing.textContent).toContain(`true. ${translations.t('parcel.metafieldMissing')}`);
    expect(found.textContent).toContain('0.3}. ');
  },
);
