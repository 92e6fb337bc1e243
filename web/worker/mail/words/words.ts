import type { ChangedWhat } from '#deliveries/changed-what.ts';
import type { ConditionCode } from '#storage/shop-conditions.ts';
import { af } from './af.ts';
import { en } from './en.ts';
import { zu } from './zu.ts';

/** Languages that e-mails are written in. */
export type MailLanguage = 'en' | 'af' | 'zu';

/** What an e-mail says of something that stands still for a whole shop. */
interface ConditionWords {
  /** In the subject, after the shop's name. */
  headline: string;
  heading: string;
  message: string;
  nextStep: string;
}

/** Every sentence of every e-mail in one language; counts are of orders unless said otherwise. */
export interface MailWords {
  /** The app's own name, above everything. */
  app: string;
  /** The word for whom to ask about the app, as texts have it. */
  support: string;
  /** Before what is to be done, with its colon. */
  whatToDo: string;
  serviceSays: string;
  openApp: string;
  needYou: (count: number) => string;
  sendingStopped: string;
  everyOrder: string;
  noReason: string;
  allOrders: string;
  showAll: string;
  inAll: (waiting: number, named: number) => string;
  footer: string;
  settings: string;
  /** Of the e-mail that asks whether an address is right. */
  confirm: {
    title: string;
    heading: string;
    message: (shop: string) => string;
    button: string;
    ignore: string;
  };
  /** Of the e-mail after an uninstall with drivers booked; counts are of deliveries. */
  uninstalled: {
    title: (count: number) => string;
    heading: (count: number) => string;
    message: (count: number) => string;
    nextStep: (count: number) => string;
    more: (count: number) => string;
    /** In the place of a slot, where the service's answer was lost. */
    notSure: string;
    footer: string;
  };
  /** Of the e-mail in the morning; counts are of deliveries unless said otherwise. */
  summary: {
    subject: (shop: string, news: string) => string;
    title: (news: string) => string;
    /** In the subject. */
    booked: (count: number) => string;
    bookedHeading: string;
    eachSlot: string;
    /** In the subject, and over them. */
    late: (count: number) => string;
    lateMessage: string;
    lateNextStep: string;
    more: (count: number) => string;
    /** Of orders; in the subject, and over it. */
    toSend: (count: number) => string;
    toSendMessage: (count: number) => string;
    showToSend: string;
    footer: string;
  };
  conditions: Record<ConditionCode, (count: number) => ConditionWords>;
  /** What became doubtful after a driver was booked, behind the order's name. */
  changed: Record<ChangedWhat, string>;
}

export const mailWords: Record<MailLanguage, MailWords> = { en, af, zu };
