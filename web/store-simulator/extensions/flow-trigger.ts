/** A Flow trigger as `shopify app deploy` uploads it from its toml. */
export interface FlowTrigger {
  handle: string;
  /** `key`: of a field that is no reference. */
  fields: { type: string; key?: string | undefined }[];
}

const isText = (value: unknown) => typeof value === 'string';
const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

/** What a value of each type has to be; the other types are not modelled. */
const types: Record<string, { is: (value: unknown) => boolean; named: string; property?: string }> = {
  order_reference: { is: isId, named: 'an ID', property: 'order_id' },
  single_line_text_field: {
    is: (value) => isText(value) && !/[\r\n]/.test(String(value)),
    named: 'a single line of text',
  },
  multi_line_text_field: { is: isText, named: 'text' },
  number_decimal: { is: (value) => typeof value === 'number', named: 'a number' },
  boolean: { is: (value) => typeof value === 'boolean', named: 'a boolean' },
};

/** Why Flow takes no such payload for the trigger, one sentence each: unknown properties, missing ones, wrong types. */
export function payloadProblems({ fields }: FlowTrigger, payload: unknown): string[] {
  const given = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
  const known = new Map(fields.map((field) => propertyOf(field)));
  const unknown = [...given.keys()].filter((name) => !known.has(name));
  const wrong = [...known].flatMap(([name, { is, named }]) => {
    if (!given.has(name)) return [`Property '${name}' is required`];
    return is(given.get(name)) ? [] : [`Property '${name}' is not ${named}`];
  });
  return [...unknown.map((name) => `Property '${name}' does not exist`), ...wrong];
}

function propertyOf({ type, key }: FlowTrigger['fields'][number]): [string, (typeof types)[string]] {
  const rule = types[type];
  const name = rule?.property ?? key;
  if (!rule || name === undefined) throw new Error(`the Flow field ${type} ${key ?? ''} is not modelled`);
  return [name, rule];
}
