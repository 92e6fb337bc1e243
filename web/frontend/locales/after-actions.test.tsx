import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Problem, Reason } from '#api-contract/order.ts';
import { allEnglish } from '../testing/all-english.ts';
import { problemOf } from '../testing/fake-api.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf } from '../testing/sample-orders.ts';
import { phoneMissing } from '../testing/sample-reasons.ts';
import { busyWorld, emptyWorld } from '../testing/sample-world.ts';
import { leftIn, textsOn } from '../testing/texts-on-screen.ts';
import type { World } from '../testing/world.ts';
import af from './af.json' with { type: 'json' };
import zu from './zu.json' with { type: 'json' };

const catalogues = { en: allEnglish(), af, zu };
type Texts = Pick<typeof af, 'action' | 'bulk' | 'fix' | 'language' | 'notifications' | 'parcel' | 'setup'>;

interface Scene {
  path: string;
  world: () => World;
  act: (user: UserEvent, texts: Texts) => Promise<unknown>;
  /** What the API says, in English. */
  says: string;
}

const why = ({ code, params }: Reason) => ({ code, params });
const refusedBy = (call: string, said: Partial<Problem>, world = busyWorld()) => {
  world.failing.set(call, problemOf(409, 'Not done', said));
  return world;
};
const openGuide = (answer: World['courierTest']) => {
  const world = emptyWorld();
  world.overview = { ...world.overview, setup: { ...world.overview.setup, testKeySet: true, testKeyAccepted: true } };
  world.courierTest = answer;
  return world;
};
/** A busy machine draws a screen in seconds. */
const patience = { timeout: 60_000 };
const press = async (user: UserEvent, name: string) => {
  const [button] = await screen.findAllByRole('button', { name }, patience);
  if (button) await user.click(button);
};
const pressSave = (texts: Texts) =>
  [...document.querySelectorAll<HTMLButtonElement>('ui-save-bar button')]
    .find(({ textContent }) => textContent === texts.action.save)
    ?.click();
const sendWithPhone = async (user: UserEvent, texts: Texts) => {
  const [phone] = await waitFor(() => {
    const found = document.querySelectorAll<HTMLInputElement>('main input[type="tel"]');
    expect(found.length).toBeGreaterThan(0);
    return found;
  }, patience);
  if (phone) await user.type(phone, '0821234567');
  await press(user, texts.fix.send);
};
const typeWeight = async (user: UserEvent, texts: Texts) => {
  const weight = await screen.findByLabelText(texts.parcel.weightKg, {}, patience);
  await user.clear(weight);
  await user.type(weight, '2');
  pressSave(texts);
};
const testOrder = (user: UserEvent, { setup }: Texts) => press(user, setup.testOrderPlaced.action);

const scenes: Record<string, Scene> = {
  'a test order that was taken': {
    path: '/',
    world: () =>
      openGuide({ ok: true, message: 'The test service took the order: Sat 21 Nov 2026, 14:00 (T-1).', kind: null }),
    act: testOrder,
    says: 'The test service took the order',
  },
  'a test order without a location': {
    path: '/',
    world: () =>
      openGuide({
        ok: false,
        message: 'No location has all that a pickup needs: an address and a phone number. See Settings.',
        kind: null,
      }),
    act: testOrder,
    says: 'No location has all',
  },
  'settings that were refused': {
    path: '/settings',
    world: () =>
      refusedBy('PUT /api/settings', {
        type: 'urn:same-day-delivery:problem:invalid-request',
        title: 'Some values cannot be used',
        detail: 'parcel.weightKg: Too big: expected number to be <=1000',
        nextStep: 'Correct the values and try again.',
        errors: [{ field: 'parcel.weightKg', message: 'Too big: expected number to be <=1000' }],
      }),
    act: typeWeight,
    says: 'Too big',
  },
  'a press that would double': {
    path: `/deliveries/${orderIdOf(1002)}`,
    world: () =>
      refusedBy(`POST /api/orders/${orderIdOf(1002)}/send`, {
        detail: 'A driver may be booked already, so nothing can be corrected now. Nothing was sent.',
        nextStep: 'Press Send again without a correction: it looks first.',
      }),
    act: sendWithPhone,
    says: 'A driver may be booked already',
  },
  'a press whose order cannot be sent': {
    path: `/deliveries/${orderIdOf(1002)}`,
    world: () =>
      refusedBy(`POST /api/orders/${orderIdOf(1002)}/send`, {
        title: 'Something must be corrected first',
        detail: phoneMissing.message,
        nextStep: phoneMissing.nextStep,
        errors: [{ field: 'dropoff_address', message: phoneMissing.message, why: why(phoneMissing) }],
        why: why(phoneMissing),
      }),
    act: sendWithPhone,
    says: phoneMissing.message,
  },
  'orders that were sent together': {
    path: '/deliveries',
    world: busyWorld,
    act: async (user, texts) => {
      for (const order of ['#1002', '#1004']) {
        await user.click(await screen.findByRole('checkbox', { name: new RegExp(order) }, patience));
      }
      await press(user, texts.bulk.send);
      await press(user, texts.bulk.showSent_one.replace('{{count}}', '1'));
    },
    says: 'On its way to the delivery service.',
  },
  'a language that was not kept': {
    path: '/settings',
    world: () =>
      refusedBy('PUT /api/language', {
        detail: 'Shopify does not say who you are, so the language was not kept.',
        nextStep: 'Open the app again from the Shopify admin.',
      }),
    act: async (user, texts) => {
      const menu = await screen.findByLabelText(texts.language.label, {}, patience);
      const other = [...menu.querySelectorAll('option')].find((option) => !option.selected && option.value !== 'en');
      if (other) await user.selectOptions(menu, other);
    },
    says: 'Shopify does not say who you are',
  },
  'too many presses': {
    path: '/settings',
    world: () =>
      refusedBy(
        'POST /api/settings/mail/link',
        {
          detail: 'The app was asked too often in the last minute.',
          nextStep: 'Wait a minute, then try again.',
        },
        unconfirmed(),
      ),
    act: (user, texts) => press(user, texts.notifications.sendAgain),
    says: 'The app was asked too often',
  },
};

function unconfirmed(): World {
  const world = busyWorld();
  world.settings = { ...world.settings, notifications: { ...world.settings.notifications, email: 'a@shop.example' } };
  world.mailAddress = {
    ...world.mailAddress,
    sending: true,
    address: 'a@shop.example',
    confirmed: false,
    contact: null,
  };
  return world;
}

async function textsAfter({ path, world, act }: Scene, language: keyof typeof catalogues): Promise<Set<string>> {
  const { user, container } = await renderPanel(world(), path, language);
  await act(user, catalogues[language]);
  await waitFor(() => expect(container.querySelector('[role="alert"], [role="status"]')).not.toBeNull(), patience);
  const texts = await textsOn(container);
  cleanup();
  return texts;
}

test.each(Object.entries(scenes))('%s leaves no English sentence', async (_name, scene) => {
  const english = await textsAfter(scene, 'en');
  expect([...english].join('\n')).toContain(scene.says);
  for (const language of ['af', 'zu'] as const) {
    const texts = await textsAfter(scene, language);
    expect([language, leftIn(english, texts)]).toEqual([language, []]);
    expect([...texts].join('\n')).not.toContain(scene.says);
  }
});
