import { useState } from 'react';
import { type CorrectableField, correctableFields } from '#api-contract/correctable-fields.ts';
import type { OrderPreview, Reason } from '#api-contract/order.ts';
import { ApiError } from '../../api-client.ts';
import { useWhy } from '../../ui/phrase-texts.ts';
import { useProblemTexts } from '../../ui/problem-texts.ts';
import { changedCorrections, correctionError } from './correction-rules.ts';

type Values = Record<CorrectableField, string>;
type PreviewedDelivery = OrderPreview['deliveries'][number];

/** What is wrong with a field: words of the API, or a key of `fix.error` in the locale files. */
export type FieldError = { words: string } | { key: string; value?: string; count?: number } | null;

interface Held {
  delivery: PreviewedDelivery;
  sendError: Error | null;
  /** What a person typed, over what would be sent. */
  changes: Partial<Values>;
  /** Stay among those at fault while they are typed anew. */
  kept: CorrectableField[];
  /** What the last press sent; until a preview shows it. */
  sent: Partial<Values>;
}

/** State of the form that corrects one delivery's request. Another preview takes nothing of what a person typed. */
export function useFixForm(delivery: PreviewedDelivery, reason: Reason | null, sendError: Error | null) {
  const whyOf = useWhy();
  const problemTexts = useProblemTexts();
  const refusals = problemTexts(sendError instanceof ApiError ? sendError.problem : null)?.errors ?? [];
  const [before, setHeld] = useState<Held>({ delivery, sendError: null, changes: {}, kept: [], sent: {} });
  const held = caughtUp(before, delivery, sendError, refusals);
  if (held !== before) setHeld(held);
  const { changes, kept } = held;
  const initial = initialValues(delivery);
  const typed = { ...initial, ...changes };

  const mappedOf = (field: CorrectableField) => delivery.fields.find((mapped) => mapped.field === field);
  const problemOf = (field: CorrectableField) => {
    const { problem = null, why } = mappedOf(field) ?? {};
    return problem === null ? null : whyOf(why, problem);
  };
  const isChanged = (field: CorrectableField) => typed[field].trim() !== initial[field].trim();
  // A refused point is that of its address, and people know addresses.
  const isPlaceOf = (field: CorrectableField) => reason?.field === field.replace(/_address$/, '_coordinates');
  const isWrongByNow = (field: CorrectableField) =>
    field === reason?.field || isPlaceOf(field) || (mappedOf(field)?.problem ?? null) !== null;
  // What is being typed stays where it is.
  const isAtFault = (field: CorrectableField) => kept.includes(field) || (!(field in changes) && isWrongByNow(field));
  const errorOf = (field: CorrectableField): FieldError => {
    const served = refusals.find((refusal) => refusal.field === field);
    if (served && kept.includes(field)) return { words: served.message };
    if (!isChanged(field)) return unchangedError(initial[field], field, problemOf(field));
    return asKey(correctionError(field, typed[field]));
  };
  return {
    initial,
    typed,
    /** What is not usable comes from nowhere that could be named. */
    originOf: (field: CorrectableField) => (mappedOf(field)?.problem === null ? mappedOf(field)?.origin : undefined),
    errorOf,
    /** Those at fault first, so that the fix is what is seen. */
    atFault: correctableFields.filter(isAtFault),
    others: correctableFields.filter((field) => !isAtFault(field)),
    hasErrors: correctableFields.some((field) => errorOf(field) !== null),
    /** It may have been put right elsewhere since, as a location's phone number is. */
    isStoredFault: correctableFields.some((field) => !isChanged(field) && errorOf(field) !== null),
    isAnyChanged: correctableFields.some(isChanged),
    corrections: () => changedCorrections(initial, typed),
    type: (field: CorrectableField, value: string) =>
      setHeld((now) => ({
        ...now,
        changes: { ...now.changes, [field]: value },
        kept: isAtFault(field) && !now.kept.includes(field) ? [...now.kept, field] : now.kept,
      })),
    /** Puts whatever is wrong among those at fault: what is folded away stops a press as well. */
    showErrors: () =>
      setHeld((now) => ({
        ...now,
        kept: [...new Set([...now.kept, ...correctableFields.filter((field) => errorOf(field) !== null)])],
      })),
    /** To be called where the press that sent these values succeeded. */
    noteSent: () => setHeld((now) => ({ ...now, sent: typed })),
  };
}

/** The same, where neither a preview nor a refusal came since. */
function caughtUp(
  held: Held,
  delivery: PreviewedDelivery,
  sendError: Error | null,
  refusals: readonly { field: string }[],
): Held {
  if (held.delivery === delivery && held.sendError === sendError) return held;
  const rebased = held.delivery === delivery ? held : onPreview(held, delivery);
  if (held.sendError === sendError) return rebased;
  const refused = correctableFields.filter((field) => refusals.some((refusal) => refusal.field === field));
  return { ...rebased, sendError, kept: [...new Set([...rebased.kept, ...refused])] };
}

/** Only what a person made of a value outlives another preview, until that would be sent anyway. */
function onPreview(held: Held, delivery: PreviewedDelivery): Held {
  const [before, now] = [initialValues(held.delivery), initialValues(delivery)];
  const stands = (field: CorrectableField) => held.changes[field] ?? before[field];
  const isSame = (field: CorrectableField) => before[field] === now[field] && stands(field) === now[field];
  const isMade = (field: CorrectableField) =>
    [before[field], now[field], held.sent[field]].every((known) => stands(field).trim() !== known?.trim());
  const made = correctableFields.filter(isMade).map((field) => [field, stands(field)]);
  const kept = held.kept.filter((field) => isMade(field) || isSame(field));
  return { ...held, delivery, changes: Object.fromEntries(made), kept, sent: {} };
}

/** A value that is missing is asked for in the form's own words; one that is there and wrong in the API's. */
export function unchangedError(value: string, field: CorrectableField, problem: string | null): FieldError {
  if (problem === null) return null;
  if (value === '') return asKey(correctionError(field, '')) ?? { words: problem };
  const digits = value.replace(/\D/g, '').length;
  return field.endsWith('_phone') && digits !== 10 ? { key: 'digits', value, count: digits } : { words: problem };
}

function asKey(key: string | null): FieldError {
  return key === null ? null : { key };
}

function initialValues(delivery: PreviewedDelivery): Values {
  const value = (name: CorrectableField) => {
    const mapped = delivery.fields.find(({ field }) => field === name);
    return mapped?.value ?? mapped?.given ?? '';
  };
  return {
    dropoff_contact_phone: value('dropoff_contact_phone'),
    dropoff_address: value('dropoff_address'),
    dropoff_contact_name: value('dropoff_contact_name'),
    dropoff_coordinates: value('dropoff_coordinates'),
    dropoff_remarks: value('dropoff_remarks'),
    pickup_contact_phone: value('pickup_contact_phone'),
    pickup_address: value('pickup_address'),
    pickup_contact_name: value('pickup_contact_name'),
    pickup_coordinates: value('pickup_coordinates'),
    pickup_remarks: value('pickup_remarks'),
  };
}
