import type { Request } from 'express';
import type { BulkSendResult } from '#api-contract/bulk-send.ts';
import type { OrderPreview, OrderView, Problem, Reason } from '#api-contract/order.ts';
import af from '#api-contract/reasons/af.json' with { type: 'json' };
import { createPhrases, type ReasonWords, reasonWords } from '#api-contract/reasons/phrases.ts';
import zu from '#api-contract/reasons/zu.json' with { type: 'json' };
import { slotIn } from '#api-contract/slot-days.ts';

/** Texts of one language by the code of a reason, by the last part of a problem's type, and by the English sentence. */
interface Texts {
  reason: Record<string, ReasonWords>;
  problem: Record<string, { detail: string; nextStep: string }>;
  phrase: Record<string, string>;
}

type Why = Problem['why'];

/** How an answer is worded. */
export interface Wording {
  language: string;
  /** Of a reason; undefined where it has no words of its own. */
  words: (why: Why) => ReasonWords | undefined;
  ofProblem: (kind: string) => Texts['problem'][string] | undefined;
  phrase: (english: string) => string;
}

const asItIs: Wording = {
  ...{ language: 'en', words: () => undefined, ofProblem: () => undefined },
  phrase: (english) => english,
};
const languages: Record<string, Wording> = { af: wordingIn('af', af), zu: wordingIn('zu', zu) };

/**
 * What answers in the language that `?language=` asks for. The panel has the texts itself; an extension may be 16 kB.
 * English, which is what an answer says by itself, where there are no words.
 */
export function wordingOf({ query }: Pick<Request, 'query'>): Wording {
  const { language } = query;
  return (typeof language === 'string' && Object.hasOwn(languages, language) && languages[language]) || asItIs;
}

function wordingIn(language: string, { reason, problem, phrase }: Texts): Wording {
  return {
    language,
    words: (why) => why && reasonWords(reason, why),
    ofProblem: (kind) => (Object.hasOwn(problem, kind) ? problem[kind] : undefined),
    phrase: createPhrases(phrase),
  };
}

export function wordOrder(wording: Wording, order: OrderView): OrderView {
  return {
    ...order,
    reason: order.reason && wordReason(wording, order.reason),
    refusal: order.refusal && wordReason(wording, order.refusal),
    deliveries: order.deliveries.map((delivery) => ({
      ...delivery,
      slot: delivery.slot && { ...delivery.slot, text: slotIn(wording.language, delivery.slot.text) },
      reason: delivery.reason && wordReason(wording, delivery.reason),
      refusals: delivery.refusals.map((one) => wordReason(wording, one)),
    })),
  };
}

export function wordPreview(wording: Wording, preview: OrderPreview): OrderPreview {
  const { decision, deliveries } = preview;
  const { reason, refusal } = decision;
  return {
    ...preview,
    decision: {
      ...decision,
      reason: reason && wordReason(wording, reason),
      refusal: refusal && wordReason(wording, refusal),
    },
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      fields: delivery.fields.map((field) => ({
        ...field,
        problem: field.problem && sentence(wording, field.problem, field.why),
      })),
    })),
  };
}

export function wordResults(wording: Wording, { results }: BulkSendResult): BulkSendResult {
  return { results: results.map((one) => ({ ...one, message: sentence(wording, one.message, one.why) })) };
}

export function wordProblem(wording: Wording, problem: Problem): Problem {
  const { type, title, detail, nextStep = null, why, errors } = problem;
  const own = wording.ofProblem(type.slice(type.lastIndexOf(':') + 1));
  return {
    ...problem,
    title: wording.phrase(title),
    detail: own?.detail ?? sentence(wording, detail, why),
    nextStep: nextStep && (own?.nextStep ?? wording.words(why)?.nextStep ?? wording.phrase(nextStep)),
    ...(errors && {
      errors: errors.map((one) => ({ ...one, message: sentence(wording, one.message, one.why) })),
    }),
  };
}

function wordReason(wording: Wording, reason: Reason): Reason {
  const { message, nextStep } = reason;
  const words = wording.words(reason);
  return {
    ...reason,
    message: words?.message ?? message,
    nextStep: nextStep && (words?.nextStep ?? nextStep),
  };
}

const sentence = (wording: Wording, english: string, why: Why) =>
  wording.words(why)?.message ?? wording.phrase(english);
