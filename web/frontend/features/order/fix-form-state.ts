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

/** State of the form that corrects one delivery's request. */
export function useFixForm(delivery: PreviewedDelivery, reason: Reason | null, sendError: Error | null) {
  const [initial] = useState(() => initialValues(delivery));
  const [typed, setTyped] = useState(initial);
  const whyOf = useWhy();
  const problemTexts = useProblemTexts();
  const refusals = problemTexts(sendError instanceof ApiError ? sendError.problem : null)?.errors ?? [];
  const [refused, setRefused] = useState<string[]>([]);
  const fresh = refusals.map(({ field }) => field).filter((field) => !refused.includes(field));
  // Stays among those at fault while it is typed anew.
  if (fresh.length > 0) setRefused([...refused, ...fresh]);

  const mappedOf = (field: CorrectableField) => delivery.fields.find((mapped) => mapped.field === field);
  const problemOf = (field: CorrectableField) => {
    const { problem = null, why } = mappedOf(field) ?? {};
    return problem === null ? null : whyOf(why, problem);
  };
  const isChanged = (field: CorrectableField) => typed[field].trim() !== initial[field].trim();
  const isAtFault = (field: CorrectableField) =>
    field === reason?.field || refused.includes(field) || (mappedOf(field)?.problem ?? null) !== null;
  const errorOf = (field: CorrectableField): FieldError => {
    const served = refusals.find((refusal) => refusal.field === field);
    if (served) return { words: served.message };
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
    type: (field: CorrectableField, value: string) => setTyped((before) => ({ ...before, [field]: value })),
  };
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
