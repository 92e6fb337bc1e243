import { faultsOfDrivers } from './faults-of-drivers.ts';
import { faultsOfEdits } from './faults-of-edits.ts';
import { faultsOfPlaces } from './faults-of-places.ts';
import { faultsOfShopify } from './faults-of-shopify.ts';
import { faultsOfTheCourier } from './faults-of-the-courier.ts';
import { faultsOfTheOrderStore } from './faults-of-the-order-store.ts';
import { faultsOfTheShopStore } from './faults-of-the-shop-store.ts';
import { brokenInOutage } from './outage.ts';
import { runSchedule } from './run-schedule.ts';

/** Faults that a client, a table or a hurried change would bring in. */
const plants = {
  ...faultsOfTheCourier,
  ...faultsOfShopify,
  ...faultsOfTheShopStore,
  ...faultsOfTheOrderStore,
  ...faultsOfPlaces,
  ...faultsOfEdits,
  ...faultsOfDrivers,
};

type Fault = keyof typeof plants;
export const portFaults = Object.keys(plants) as Fault[];

const outage = 'calls during an outage';
const recovery = 'forgotten after an outage';

/**
 * By fault: the schedule that is tried first, and what stands in the words of the rule that the fault breaks. A change of
 * the app may move a rare one: run as a program, this file names those that others are found by.
 */
const lastSeen: Readonly<Record<Fault, readonly [seed: number, breaks: string]>> = {
  'a duplicate taken for success': [98, 'adopted a delivery of somebody else'],
  'a refusal taken for "slow down"': [89, 'is sent again unchanged after the service refused it'],
  'a refusal that names its reference taken for one that is taken': [260, 'is said to be there, and is not'],
  'a lost answer taken for "nothing was sent"': [10, "without a look-up's word"],
  "the service's Retry-After not read": [83, "is sent before the service's Retry-After"],
  'another reference for each attempt': [7, '-A is sent and no row has it'],
  'a failed look-up taken for "not found"': [10, "without a look-up's word"],
  'a look-up that shows what was asked for': [98, 'adopted a delivery of somebody else'],
  'a look-up without a customer read as another customer': [285, 'is there, and here'],
  'a lost answer to cancelling taken for a yes': [115, 'is there, and here cancelled'],
  'only the first fulfilment order is read': [4, 'of them in a delivery, and no alarm'],
  'the delivery method of goods is not read': [25, 'takes posted goods along'],
  'goods on hold read as open': [58, 'and 0 are there'],
  'what staff handed over by hand not read': [20, 'are there'],
  'goods that are routed later never read': [29, 'were never seen'],
  'money that was given back not read': [26, 'goes out in silence'],
  'each order of a shop in test mode read as a test order': [151, 'is a live order at the test service'],
  'not written down that an order is gone': [547, 'is gone from Shopify and waits for ever'],
  'what becomes of a fulfilment told again though it was answered': [53, 'an event was told twice'],
  'a note shown as of the instant that its order is known of': [11028, 'words of the merchant were lost'],
  "the merchant's note overwritten": [2, 'words of the merchant were lost'],
  'a lack of access taken for a refusal for good': [220, 'stands 0 times in the note'],
  'lines added to a note that has them': [15, 'stands 2 times in the note'],
  'a metafield that is set taken for one that is up to date': [15, 'the metafield does not say'],
  'no shop shown as paused': [441, 'is sent while the shop is paused'],
  'a job that was booked anew not looked for': [1080, 'was booked anew there, and nobody is told'],
  'a second driver sent beside a job that was booked anew': [1815, 'is sent beside it'],
  'a delivery that the service knows no more forgotten': [227, 'is known there no more'],
  'hours and cut-offs read in another zone': [17, 'and nothing opens then'],
  'no location shown as closed': [9, 'is sent while its location is closed'],
  'goods shown as wanted fulfilled at once where their collection is to be awaited': [
    6,
    'is fulfilled and no driver has it',
  ],
  'tags shown as wanted by every shop': [1, 'has a tag for nothing'],
  'the hold of a refused key not shown': [53, 'is sent while the shop is held'],
  'the end of a hold not written down': [12, 'never came to rest'],
  'held orders not woken when the service is well again': [12, 'is held for ever'],
  'a recovery not waited for by who puts an order down as held': [2, recovery],
  'a breaker that is never written down as open': [1, outage],
  'every breaker shown as closed': [1, outage],
  'webhooks marked as done when they are read': [61, 'something was forgotten until it was swept up'],
  'sent before the claim is committed': [4, 'is sent while its row is queued'],
  'changes decided on what was read first': [16, 'the fence went back'],
  'an answer to placing written down under an old fence': [1794, 'written down under an old fence'],
  'an answer to a look-up written down under an old fence': [1342, 'written down under an old fence'],
  'a claim without a new fence': [4, 'was claimed without a new fence'],
  'a lease shorter than the call': [236, 'is sent twice at once'],
  'every lease shown as over': [236, 'is sent twice at once'],
  'what a dead worker was sending given back as queued': [69, "without a look-up's word"],
  'every request shown as landed': [4824, 'is there, and here cancelled/order_cancelled_in_doubt'],
  'an unknown fate forgotten once a look-up has denied it often': [69, 'an unknown fate was forgotten'],
  'what is not known of a delivery not shown while it waits': [10, 'an unknown fate was forgotten'],
  'a booked delivery shown as one that waits for a person': [1, 'was placed and became'],
  'a reference that another order holds passed over in silence': [170, 'was lost'],
  'what a look-up has denied sent on without reading its order': [725, 'are there'],
  'attempts not counted': [10284, 'is sent 9 times'],
  'a clock that is behind at a deadline': [124, 'is sent past its deadline'],
  'what is queued made due at once by news of its order': [1125, "is sent before the service's Retry-After"],
  'what is booked taken for written back': [4, 'stands 0 times in the note'],
  'what is cancelled taken for written back': [21, 'the note still promises'],
  'all of an order marked as written back': [2047, 'stands 0 times in the note'],
  'goods that came later forgotten': [18, 'of them in a delivery, and no alarm'],
  'another recipient than the driver has forgotten': [31, 'drifted in silence'],
  "the alarm about an order's end forgotten": [103, 'goes out in silence'],
  'goods that went on hold after the booking forgotten': [4, 'are on hold, and nobody is told'],
  'goods that were released still said to be on hold': [15, 'tells of a hold, and none'],
  'what came back forgotten': [12, 'came back, and nobody is told'],
  'what was never heard of again forgotten': [53, 'never came, and nobody is told'],
  'what came back asked after no more': [588, 'and here returned'],
  'a driver whom the service called off forgotten': [120, 'was called off, and nobody is told'],
  'a driver who goes on though cancelled forgotten': [21, 'its driver comes, and nobody is told'],
  'a driver who stays home after all still said to come': [134, 'and is said to go on all the same'],
  'goods that came later forgotten beside another difference': [18, 'of them in a delivery, and no alarm'],
  'what failed not taken for delivered any more': [265, 'there, and here failed'],
  'what a person has dealt with taken for all that comes later': [15, 'an alarm was closed by nobody'],
  'no wish to cancel at the service kept': [103, 'could have been cancelled'],
  "a person's wish to cancel forgotten with the first answer that is lost": [354, 'and its driver still comes'],
  'a call to cancel forgotten': [564, 'was cancelled, and here it is'],
  'nothing asked of a driver who has the goods': [12, 'there, and here on_its_way'],
  'a refused press kept as a word': [52, 'is sent by itself, by a press that was refused'],
  'a word for goods without a delivery kept without an end': [171, 'is sent by a word of weeks ago'],
  'a word kept without the rules that it was given in spite of': [524, "a person's word was taken back"],
  'what a pause holds shown as held by something else': [2530, 'is held for ever'],
  'a pause that promises to go on by itself': [441, 'waits for a person and promises to go on by itself'],
  "the host's clock shown as the database's": [911, 'goes on only in'],
  'a webhook of the instant that was read taken for one of the state that was read': [
    46489,
    'is missing from the list of paid orders',
  ],
  'what the buyer collects read as goods to bring': [65, 'is sent for'],
  'nothing written down of goods that are gone': [1, 'the buyer collects'],
  'goods that were gone once are gone for ever': [25, 'says that goods are gone, and all are there'],
  'a location that was deleted read as another one': [88, 'says that goods are gone, and all are there'],
  'goods whose location was deleted not read': [88, 'says that goods are gone, and all are there'],
  'a phone number shown where a location has none': [23, 'is sent to a location without a phone number'],
  'phone numbers that the settings name not shown': [1764, 'asks for a phone number that is there'],
  'what lacks a phone number written down as left out': [5, "lacks a phone number and is no person's"],
  'what came just now shown as come long ago': [27, 'of a state that was not read is done with'],
  'every order shown as never seen': [1, 'an older state was laid over a newer one'],
  'an order that an edit left unpaid read as paid': [22, 'is sent while its order owes money'],
  'the payment of the rest not read': [1785, 'by an earlier payment than that of the whole'],
  'an order that owed once read as if it owed for good': [9, 'was paid in full, and is not_paid'],
  'another day than the driver comes on forgotten': [44, 'comes on 2026-11-2'],
  'a later day than the order names forgotten': [1842, 'and nobody is told'],
  'a slot in which the location is closed forgotten': [96, 'comes to a closed location, and nobody is told'],
  'another day told of also once the order names it no more': [986, 'and its order names'],
  'goods that are to travel otherwise forgotten': [54, 'and nobody is told'],
  'another method told of also once the goods go by the first again': [38, 'tells that it is to go by'],
  'what edits took out of the shipping lines not read': [71, 'is sent though its method was edited'],
  'what waits for a person ended as if another driver brought its goods': [13433, 'and nobody brings its goods'],
  'a warning of fraud not read': [320, 'is sent though Shopify warns of it'],
  'a warning of fraud after the booking forgotten': [41, 'comes for an order that Shopify warns of'],
  'a warning of fraud told of also once it is taken back': [384, 'tells of a warning that was taken back'],
  'goods that an edit adds not looked for again': [215, 'of them in a delivery, and no alarm'],
  'goods that an edit adds not awaited before a driver is called off': [229, 'was cancelled for nobody'],
  'who has nothing left to bring told that his order ended': [49, 'says that its order ended, and it has not'],
  'a driver whose order was deleted forgotten': [164, 'comes for an order that was deleted, and nobody is told'],
  'the cancellation of an order that was then deleted not heard': [217, 'could have been cancelled'],
  'the day that an order names not read': [35, 'is sent though its order names'],
};

/** What became of one fault. */
interface Caught {
  fault: Fault;
  /** The first schedule that broke the fault's rule; null: none did. */
  seed: number | null;
  violation: string;
}

/** More than every run of the tests tries of the code as it is: a fault that survives these would go unseen. */
const patience = 20_000;

/** Runs schedules with the fault until one breaks its rule: the one that last did, then those from the first seed on. */
export async function tryFault(fault: Fault): Promise<Caught> {
  const [hint, breaks] = lastSeen[fault];
  const plant = plants[fault];
  const seeds = [hint, ...Array.from({ length: patience }, (_, index) => index + 1)];
  for (const seed of seeds) {
    const violations =
      breaks === outage || breaks === recovery
        ? await brokenInOutage(seed, plant)
        : (await runSchedule(seed, plant)).violations;
    const violation = violations.find((text) => text.includes(breaks));
    if (violation !== undefined) return { fault, seed, violation };
  }
  return { fault, seed: null, violation: 'not caught' };
}

if (import.meta.main) {
  for (const fault of portFaults) {
    const { seed } = await tryFault(fault);
    if (seed !== lastSeen[fault][0]) process.stdout.write(`${fault}: ${seed}\n`);
  }
}
