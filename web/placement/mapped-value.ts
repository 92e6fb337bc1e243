import type { MappedField, Reason } from '#api-contract/order.ts';

/** One value of the request: where it comes from, in words, and what keeps it from being sent, if anything. */
export interface MappedValue {
  /** null for a value that is left out. */
  value: string | null;
  origin: string;
  problem: Reason | null;
}

export function found(value: string, origin: string): MappedValue {
  return { value, origin, problem: null };
}

/** An optional value that is not sent, and why. */
export function leftOut(why: string): MappedValue {
  return { value: null, origin: why, problem: null };
}

/** A required value that is not usable: the order waits for a person. */
export function faulty(field: string, problem: Reason): MappedValue {
  return { value: null, origin: 'no usable source', problem: { ...problem, field } };
}

export const byPerson = 'corrected by a person';

export function toField(field: string, { value, origin, problem }: MappedValue): MappedField {
  if (problem === null) return { field, value, origin, problem: null };
  const { message, code, params } = problem;
  return { field, value, origin, problem: message, why: { code, params } };
}
