import { orderChanged } from '../../changes/touch.ts';
import type { OwnerRecord } from '../../state/records.ts';
import { notModelled } from '../errors.ts';
import { field } from '../field.ts';
import { nodeByGid } from '../resolvers/query.ts';
import { requireWrite } from './require-write.ts';
import { userError } from './user-error.ts';

const maxTagLength = 255;
const maxTags = 250;

/** `tagsAdd` on orders: case-insensitive, what is there already stays as it is written. */
export const tagsAdd = field<unknown, { id: string; tags: string[] }>(
  (_root, { id, tags }, context) => {
    const owner = nodeByGid(id, context) as OwnerRecord | null;
    if (!owner) {
      return { node: null, userErrors: [userError(['id'], 'Resource does not exist')] };
    }
    requireWrite('tagsAdd', owner, context);
    if (owner.kind !== 'Order') {
      throw notModelled(`tagsAdd on ${owner.kind}`);
    }
    const typed = tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim());
    if (typed.some((tag) => tag.length > maxTagLength)) {
      return {
        node: owner,
        userErrors: [userError(['tags'], `Tag is too long (maximum is ${maxTagLength} characters)`)],
      };
    }
    const known = new Set(owner.tags.map((tag) => tag.toLowerCase()));
    const added = typed.filter((tag) => tag !== '' && !known.has(tag.toLowerCase()));
    if (owner.tags.length + added.length > maxTags) {
      return { node: owner, userErrors: [userError(['tags'], `Tags exceed the maximum of ${maxTags}`)] };
    }
    if (added.length > 0) {
      owner.tags = [...owner.tags, ...new Set(added)].sort((left, right) => left.localeCompare(right));
      orderChanged(context.shop, owner);
    }
    return { node: owner, userErrors: [] };
  },
  ['id', 'tags'],
);
