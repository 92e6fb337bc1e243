import type { ConditionCode, ShopCondition } from '#storage/shop-conditions.ts';

/** What an e-mail says of something that stands still for a whole shop. */
interface Words {
  /** In the subject, after the shop's name. */
  headline: string;
  heading: string;
  message: string;
  nextStep: string;
  /** In the panel, where it is dealt with. */
  path: string;
}

export const sendingStopped = 'sending has stopped';
const every = 'Every order';

const words: Record<ConditionCode, (count: number) => Words> = {
  reconnect: () => ({
    ...{ headline: sendingStopped, heading: every, path: '' },
    message: 'Shopify no longer lets the app into this store, so no order is seen or sent.',
    nextStep: 'Open the app once in the Shopify admin; orders are then booked again.',
  }),
  renamed: () => ({
    ...{ headline: 'the store has a new address', heading: every, path: '' },
    message:
      'The myshopify.com address of this store was changed. The app knows the old one only, so orders under the new one are not seen.',
    nextStep:
      'Open the app in the Shopify admin under the new address, enter the API key, and check the settings there.',
  }),
  reads_refused: () => ({
    ...{ headline: sendingStopped, heading: every, path: '' },
    message:
      'Shopify refuses to show the orders of this store to the app, so new orders are not seen and none is sent.',
    nextStep: 'Check in the Shopify admin that the store is open, and approve the access that the app asks for.',
  }),
  no_key: () => ({
    ...{ headline: sendingStopped, heading: every, path: '/settings' },
    message: 'There is no API key of the delivery service, so paid orders wait.',
    nextStep: 'Enter the API key under Settings.',
  }),
  paused: () => ({
    ...{ headline: 'still paused', heading: every, path: '' },
    message: 'Sending has been paused for more than a day. Paid orders wait; none is lost.',
    nextStep: 'Press Resume on Home to go on.',
  }),
  service_down: () => ({
    ...{ headline: 'the delivery service does not answer', heading: every, path: '' },
    message: 'The delivery service has not answered for more than an hour. Paid orders wait; none is lost.',
    nextStep: 'Nothing to do: they are sent as soon as it answers. Where an order cannot wait, deliver it another way.',
  }),
  sweep_behind: () => ({
    ...{ headline: 'orders are not compared with Shopify', heading: every, path: '' },
    message:
      'The list of paid orders has not been compared with Shopify for an hour. An order whose notice got lost would not be found.',
    nextStep: "Look at the paid orders in Shopify yourself; if this lasts, tell the app's support.",
  }),
  unexplained: (count) => ({
    headline: `${orders(count, 'paid ')} ${count === 1 ? 'is' : 'are'} not accounted for`,
    ...{ heading: 'Not accounted for', path: '' },
    message: `Shopify has ${orders(count, 'paid ')} that this app does not know, so no driver is booked for ${count === 1 ? 'it' : 'them'}.`,
    nextStep: "They are looked for every few minutes; if this lasts, tell the app's support.",
  }),
  test_mode: (count) => ({
    headline: `test mode holds ${orders(count, 'paid ')}`,
    ...{ heading: 'Test mode', path: '/settings' },
    message: `Test mode is on: ${orders(count, 'paid ')} ${count === 1 ? 'waits and gets' : 'wait and get'} no driver.`,
    nextStep: 'End test mode under Settings: what waits is then decided again.',
  }),
  drift: (count) => ({
    headline: `${orders(count)} changed after ${count === 1 ? 'its driver was' : 'their drivers were'} booked`,
    ...{ heading: 'Changed after booking', path: '/deliveries?state=placed' },
    message: `${orders(count)} changed in Shopify after the driver was booked. The driver does not know.`,
    nextStep: 'See what changed and decide: tell the delivery service, or cancel and send anew.',
  }),
  data_request: (count) => ({
    headline: `${count === 1 ? '1 customer' : `${count} customers`} asked for their data`,
    ...{ heading: 'Data requests', path: '/data-requests' },
    message: 'A customer may see what is stored about them, within 30 days of asking.',
    nextStep: 'Download what is stored, send it to the customer, and mark the request as answered.',
  }),
};

export const conditionWords = ({ code, count }: ShopCondition): Words => words[code](count);
export const conditionHeadline = (condition: ShopCondition): string => conditionWords(condition).headline;

function orders(count: number, kind = ''): string {
  return count === 1 ? `1 ${kind}order` : `${count} ${kind}orders`;
}
