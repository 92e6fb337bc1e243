import { createTransport } from 'nodemailer';
import type { ShopDomain } from '#placement/ids.ts';
import type { Config } from '#runtime/config.ts';
import type { Context } from '#runtime/context.ts';
import { transportTo } from '#runtime/smtp-server.ts';

/** A message in plain text and in HTML. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * `refused`: the server said no to this message or its address; `unsent`: nothing of it went out; `unknown`: it may have been taken.
 * `code` is safe to log.
 */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; code: string }
  | { kind: 'unsent'; code: string }
  | { kind: 'unknown'; code: string };

export interface Mailer {
  /** One attempt within its own time limit. Never throws for what the server or the network does. */
  send(message: Message): Promise<SendOutcome>;
  /** Cuts an attempt under way and lets no other begin. */
  stop(): void;
}

/** One whole attempt takes no longer. */
export const attemptMs = 60_000;

/**
 * Sends by the operator's SMTP server. Nothing is logged here, and nothing is read from files or addresses.
 *
 * @param stepMs how long each step of an attempt may take
 */
export function createMailer({ smtp, from }: NonNullable<Config['mail']>, stepMs = 10_000): Mailer {
  const stopping = new AbortController();
  return {
    send: async ({ to, ...message }) => {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(attemptMs)]);
      const transport = createTransport(transportTo(smtp, stepMs));
      let isBegun = false;
      transport.use('stream', (mail, done) => {
        // It flows only once the server lets the message come: RFC 5321, 354.
        mail.message.processFunc((content) => content.once('resume', () => (isBegun = true)));
        done();
      });
      try {
        await transport.sendMail({
          ...message,
          signal,
          from: { name: 'Same-day delivery', address: from },
          // An object is taken as one address as it stands: a list or a header in it is never parsed.
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          // No holiday notice answers it (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error, isBegun);
      }
    },
    stop: () => stopping.abort(),
  };
}

interface Noted {
  logger: Pick<Context['logger'], 'warn'>;
  metrics: Pick<Context['metrics'], 'attentionMails'>;
}

/** Sends a shop a message, where it has an address. What came of it is counted, and logged where it was not sent. */
export async function post(
  { logger, metrics }: Noted,
  mailer: Mailer,
  { shop, email: to }: { shop: ShopDomain; email: string | null },
  message: Omit<Message, 'to'>,
): Promise<SendOutcome> {
  const outcome =
    to === null ? ({ kind: 'refused', code: 'no_address' } as const) : await mailer.send({ to, ...message });
  metrics.attentionMails.inc({ result: outcome.kind });
  if (outcome.kind !== 'sent') logger.warn('an e-mail could not be sent', { code: outcome.code, shop });
  return outcome;
}

/** Codes after which no message can have been begun. */
const beforeMessage = ['EDNS', 'ETLS', 'EAUTH', 'ECONFIG'];
/** What a server that refuses was asked: these name the address; before them it refuses the app, whatever the message. */
const ofAddress = ['RCPT TO', 'DATA'];
/** It closes, as where it has too much to do (RFC 5321). */
const isClosing = 421;
/** Codes of a connection that failed or was cut, at whatever point. */
const lostConnection = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EPROTOCOL', 'EABORT'];

function outcomeOf(error: unknown, isBegun: boolean): SendOutcome {
  const { code, command, responseCode } = error instanceof Error ? (error as Failure) : {};
  const known = typeof code === 'string' ? code : 'unknown';
  if (beforeMessage.includes(known)) return { kind: 'unsent', code: known };
  if (typeof responseCode === 'number' && responseCode >= 400) {
    const isOfAddress = ofAddress.some((one) => one === command) && responseCode !== isClosing;
    return { kind: isOfAddress ? 'refused' : 'unsent', code: known };
  }
  return { kind: !isBegun && lostConnection.includes(known) ? 'unsent' : 'unknown', code: known };
}

type Failure = Error & { code?: unknown; command?: unknown; responseCode?: unknown };
