import { type OrderPatch, updateOrder } from '../../changes/update.ts';
import { parseGid } from '../../state/gid.ts';
import type { NewAddress } from '../../state/new-order.ts';
import type { AttributeRecord } from '../../state/order-records.ts';
import { notModelled } from '../errors.ts';
import { field } from '../field.ts';
import { userError } from './user-error.ts';

interface OrderInput {
  id: string;
  note?: string | null;
  tags?: string[] | null;
  email?: string | null;
  phone?: string | null;
  customAttributes?: AttributeRecord[] | null;
  shippingAddress?: NewAddress | null;
}

const modelledKeys = ['id', 'note', 'tags', 'email', 'phone', 'customAttributes', 'shippingAddress'];

/** Most characters of an order's note. */
const maxNoteLength = 5000;

/** `orderUpdate`: what is given overwrites, the note too; there is no compare-and-set. */
export const orderUpdate = field<unknown, { input: OrderInput }>(
  (_root, { input }, { shop }) => {
    const unknown = Object.keys(input).find((key) => !modelledKeys.includes(key));
    if (unknown) {
      throw notModelled(`OrderInput.${unknown}`);
    }
    const parts = parseGid(input.id);
    const order = parts?.type === 'Order' ? shop.orders.get(parts.id) : undefined;
    if (!order) {
      return { order: null, userErrors: [userError(['id'], 'Order does not exist')] };
    }
    if ((input.note?.length ?? 0) > maxNoteLength) {
      return { order, userErrors: [userError(['note'], `Note is too long (maximum is ${maxNoteLength} characters)`)] };
    }
    const patch: OrderPatch = {};
    if (input.note !== undefined) {
      patch.note = input.note;
    }
    if (input.tags) {
      patch.tags = input.tags;
    }
    if (input.email !== undefined) {
      patch.email = input.email;
    }
    if (input.phone !== undefined) {
      patch.phone = input.phone;
    }
    if (input.customAttributes) {
      patch.customAttributes = input.customAttributes;
    }
    if (input.shippingAddress) {
      patch.shippingAddress = input.shippingAddress;
    }
    return { order: updateOrder(shop, order, patch), userErrors: [] };
  },
  ['input'],
);
