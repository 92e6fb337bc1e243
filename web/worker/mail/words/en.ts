import type { MailWords } from './words.ts';

const orders = (count: number, kind = '') => (count === 1 ? `1 ${kind}order` : `${count} ${kind}orders`);
const stopped = 'sending has stopped';
const every = 'Every order';

export const en: MailWords = {
  app: 'Same-day delivery',
  support: 'support',
  whatToDo: 'What to do:',
  serviceSays: 'The delivery service says:',
  openApp: 'Open the app',
  needYou: (count) => (count === 1 ? '1 order needs you' : `${count} orders need you`),
  sendingStopped: stopped,
  everyOrder: every,
  noReason: 'The order needs you.',
  allOrders: 'All orders',
  showAll: 'Show all that need you',
  inAll: (waiting, named) =>
    [
      `${waiting} in all ${waiting === 1 ? 'waits' : 'wait'} for a person`,
      ...(named === 0 ? [] : [`${named} ${named === 1 ? 'is' : 'are'} named here`]),
    ]
      .join('; ')
      .concat('.'),
  footer: 'At most one e-mail in 15 minutes. The address is under Settings.',
  settings: 'Open Settings',
  confirm: {
    title: 'confirm your e-mail address',
    heading: 'Is this the right address?',
    message: (shop) =>
      `Somebody at ${shop} asked to get e-mails here when an order needs a person. Nothing is sent until you confirm.`,
    button: 'Confirm this address',
    ignore: 'You do not know this shop? Do nothing: you get no e-mails. The link works once, within 3 days.',
  },
  uninstalled: {
    title: (count) => `${count === 1 ? 'a driver is' : 'drivers are'} booked, and the app was removed`,
    heading: (count) => (count === 1 ? '1 delivery that may still come' : `${count} deliveries that may still come`),
    message: (count) =>
      count === 1
        ? 'The app was removed from your store. It cancelled nothing: as far as it last knew, a driver is booked for this one. The app does not follow it any more.'
        : 'The app was removed from your store. It cancelled nothing: as far as it last knew, a driver is booked for each of these. The app does not follow them any more.',
    nextStep: (count) =>
      count === 1
        ? 'Have the goods ready. To cancel it, ask the delivery service and name the reference. If you install the app again with the same settings, it finds this one at the service and sends no second driver.'
        : 'Have the goods ready. To cancel one, ask the delivery service and name its reference. If you install the app again with the same settings, it finds these at the service and sends no second driver.',
    more: (count) =>
      count === 1
        ? '1 more is not named here. The delivery service can list it.'
        : `${count} more are not named here. The delivery service can list them.`,
    notSure: 'not sure whether it is booked',
    footer: 'This is the last e-mail of the app to this address.',
  },
  summary: {
    subject: (shop, news) => `${shop} today: ${news}`,
    title: (news) => `Today: ${news}`,
    booked: (count) => (count === 1 ? '1 delivery booked' : `${count} deliveries booked`),
    bookedHeading: 'Booked for today',
    eachSlot: 'Each line opens the packing list of that time.',
    late: (count) =>
      count === 1 ? '1 delivery from yesterday is late' : `${count} deliveries from yesterday are late`,
    lateMessage: 'The time is over. The delivery service has not said that the goods were handed over.',
    lateNextStep: 'Open the order to see where the driver is. If it does not say, ask the delivery service.',
    more: (count) => (count === 1 ? '1 more is not named here.' : `${count} more are not named here.`),
    toSend: (count) => (count === 1 ? '1 order waits for you to send it' : `${count} orders wait for you to send them`),
    toSendMessage: (count) =>
      `You send orders by hand. ${count === 1 ? 'This one waits' : 'These wait'} until you press Send.`,
    showToSend: 'Show orders to send',
    footer: 'Sent in the morning, on days with news. Switch it off under Settings.',
  },
  conditions: {
    reconnect: () => ({
      ...{ headline: stopped, heading: every },
      message: 'Shopify no longer lets the app into this store, so no order is seen or sent.',
      nextStep: 'Open the app once in the Shopify admin; orders are then booked again.',
    }),
    reads_refused: () => ({
      ...{ headline: stopped, heading: every },
      message:
        'Shopify refuses to show the orders of this store to the app, so new orders are not seen and none is sent.',
      nextStep: 'Check in the Shopify admin that the store is open, and approve the access that the app asks for.',
    }),
    no_key: () => ({
      ...{ headline: stopped, heading: every },
      message: 'There is no API key of the delivery service, so paid orders wait.',
      nextStep: 'Enter the API key under Settings.',
    }),
    paused: () => ({
      ...{ headline: 'still paused', heading: every },
      message: 'Sending has been paused for more than a day. Paid orders wait; none is lost.',
      nextStep: 'Press Resume on Home to go on.',
    }),
    service_down: () => ({
      ...{ headline: 'the delivery service does not answer', heading: every },
      message: 'The delivery service has not answered for more than an hour. Paid orders wait; none is lost.',
      nextStep:
        'Nothing to do: they are sent as soon as it answers. Where an order cannot wait, deliver it another way.',
    }),
    sweep_behind: () => ({
      ...{ headline: 'orders are not compared with Shopify', heading: every },
      message:
        'The list of paid orders has not been compared with Shopify for an hour. An order whose notice got lost would not be found.',
      nextStep: "Look at the paid orders in Shopify yourself; if this lasts, tell the app's support.",
    }),
    writes_forbidden: () => ({
      ...{ headline: 'delivery times are not written into orders', heading: 'Shopify' },
      message:
        'Shopify does not let the app write into the orders of this store, so delivery times, tags or fulfilments are missing there. The drivers come all the same.',
      nextStep:
        'Open the app once in the Shopify admin and approve the access that it asks for: what is missing of the last seven days is then written by itself.',
    }),
    unexplained: (count) => ({
      headline: `${orders(count, 'paid ')} ${count === 1 ? 'is' : 'are'} missing`,
      heading: 'Missing',
      message: `Shopify has ${orders(count, 'paid ')} that this app does not know, so no driver is booked for ${count === 1 ? 'it' : 'them'}.`,
      nextStep: "We look again every few minutes; if this lasts, tell the app's support.",
    }),
    test_mode: (count) => ({
      headline: `test mode holds ${orders(count, 'paid ')}`,
      heading: 'Test mode',
      message: `Test mode is on: ${orders(count, 'paid ')} ${count === 1 ? 'waits and gets' : 'wait and get'} no driver.`,
      nextStep: 'End test mode under Settings: what waits is then decided again.',
    }),
    undelivered: (count) => ({
      headline: `${count === 1 ? '1 delivery' : `${count} deliveries`} did not reach the buyer`,
      heading: 'Not handed over',
      message: 'The buyer has no goods, and nothing is sent again unless you say so.',
      nextStep: `Decide${count === 1 ? '' : ' for each'}: send a new delivery, refund the order in Shopify, or keep the goods at the shop.`,
    }),
    drift: (count) => ({
      headline: `${orders(count)} to decide about after ${count === 1 ? 'its driver was' : 'their drivers were'} booked`,
      heading: 'To decide after booking',
      message: `Since ${count === 1 ? 'the driver was' : 'the drivers were'} booked, something came up that a person has to decide.`,
      nextStep:
        'See what it is and decide: tell the delivery service, tell the buyer, cancel and send anew, or keep it as booked.',
    }),
    second_driver: (count) => ({
      headline: `${count === 1 ? '1 driver' : `${count} drivers`} may come for nothing`,
      heading: 'A second driver is booked',
      message: 'Another driver brings the same goods, or has brought them already.',
      nextStep: `Open the ${count === 1 ? 'order' : 'orders'} and cancel the driver who should not come.`,
    }),
    data_request: (count) => ({
      headline: `${count === 1 ? '1 customer' : `${count} customers`} asked for their data`,
      heading: 'Data requests',
      message: 'A customer may see what is stored about them, within 30 days of asking.',
      nextStep: 'Download what is stored, send it to the customer, and mark the request as answered.',
    }),
  },
  changed: {
    ended: 'cancelled or refunded, but a driver is still booked',
    gone: 'no longer shown by Shopify, but a driver is still booked',
    brought: 'the goods were delivered already, but another driver is booked',
    not_cancelled: 'the driver was not cancelled and may still come',
    on_hold: 'goods are on hold in Shopify, but a driver is still booked',
    fraud_risk: 'Shopify warns of fraud, but a driver is still booked',
    called_off: 'the delivery service cancelled the delivery, so nobody brings the goods',
    failed: 'the delivery failed, the buyer has no goods',
    returned: 'the goods came back, the buyer has none',
    unheard: 'nobody has said that the goods were delivered',
    address: 'the address or contact changed after the driver was booked',
    goods: 'the goods changed after the driver was booked',
    location_closed: "the location is closed in the driver's slot",
    later_day: 'the driver comes on a later day than the buyer was promised',
    method: 'the delivery method changed after the driver was booked',
    other: 'the order changed after the driver was booked',
    second_driver: 'a second driver is booked for the same goods',
  },
};
