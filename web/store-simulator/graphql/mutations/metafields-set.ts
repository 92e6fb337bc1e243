import { orderChanged } from '../../changes/touch.ts';
import { setMetafield } from '../../state/metafields.ts';
import type { MetafieldRecord, OwnerRecord } from '../../state/records.ts';
import { type AdminContext, field } from '../field.ts';
import { digest, metafieldsOf, namespaceOf } from '../resolvers/metafield.ts';
import { nodeByGid } from '../resolvers/query.ts';
import { valueProblem } from './metafield-value.ts';
import { requireWrite } from './require-write.ts';

interface MetafieldInput {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
  /** Absent: no check; null: must not exist yet. */
  compareDigest?: string | null;
}

interface SetError {
  field: string[];
  message: string;
  code: string;
  elementIndex: number;
}

interface Checked {
  owner: OwnerRecord;
  namespace: string;
  type: string;
  existing: MetafieldRecord | null;
}

const maxEntries = 25;

/** `metafieldsSet`: up to 25, all or none, with compare-and-set by `compareDigest`. */
export const metafieldsSet = field<unknown, { metafields: MetafieldInput[] }>(
  (_root, { metafields: inputs }, context) => {
    if (inputs.length > maxEntries) {
      const message = `Exceeded the maximum metafields input limit of ${maxEntries}.`;
      return { metafields: null, userErrors: [problem(0, [], 'LESS_THAN_OR_EQUAL_TO', message)] };
    }
    const checked = inputs.map((input, index) => checkInput(input, index, context));
    const userErrors = checked.filter((result): result is SetError => 'code' in result);
    if (userErrors.length > 0) {
      return { metafields: null, userErrors };
    }
    const written = inputs.map((input, index) => {
      const { owner, namespace, type } = checked[index] as Checked;
      return setMetafield(context.shop, owner, { namespace, key: input.key, type, value: input.value });
    });
    const owners = new Set((checked as Checked[]).map(({ owner }) => owner));
    for (const owner of owners) {
      if (owner.kind === 'Order') {
        orderChanged(context.shop, owner);
      }
    }
    return { metafields: written, userErrors: [] };
  },
  ['metafields'],
);

function problem(index: number, path: string[], code: string, message: string): SetError {
  return { field: ['metafields', String(index), ...path], message, code, elementIndex: index };
}

function checkInput(input: MetafieldInput, index: number, context: AdminContext): Checked | SetError {
  const owner = nodeByGid(input.ownerId, context) as OwnerRecord | null;
  if (!owner) {
    return problem(index, ['ownerId'], 'INVALID', 'Owner does not exist.');
  }
  requireWrite('metafieldsSet', owner, context);
  if (!/^[A-Za-z0-9_-]{2,64}$/.test(input.key)) {
    return problem(index, ['key'], 'INVALID', 'Key is invalid.');
  }
  const namespace = namespaceOf(context.shop, input.namespace);
  const existing =
    metafieldsOf(context.shop, owner).find((one) => one.namespace === namespace && one.key === input.key) ?? null;
  const type = input.type ?? existing?.type;
  if (!type) {
    return problem(index, ['type'], 'BLANK', "Type can't be blank");
  }
  const invalid = valueProblem(type, input.value);
  if (invalid) {
    return problem(index, [invalid.field], invalid.code, invalid.message);
  }
  if (input.compareDigest !== undefined) {
    const current = existing ? digest(existing) : null;
    if (current !== input.compareDigest) {
      const message = 'The resource has been updated since it was loaded. Try again with an updated `compareDigest`.';
      return problem(index, ['compareDigest'], 'STALE_OBJECT', message);
    }
  }
  return { owner, namespace, type, existing };
}
