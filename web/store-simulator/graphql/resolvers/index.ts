import type { ModelledType } from '../field.ts';
import { catalogueTypes } from './catalogue.ts';
import { connectionTypes } from './connections.ts';
import { customerTypes } from './customer.ts';
import { fulfillmentTypes } from './fulfillment.ts';
import { fulfillmentOrderTypes } from './fulfillment-order.ts';
import { lineItemTypes } from './line-item.ts';
import { locationTypes } from './location.ts';
import { metafieldTypes } from './metafield.ts';
import { moneyTypes } from './money.ts';
import { mutationTypes } from './mutation.ts';
import { orderTypes } from './order.ts';
import { queryTypes } from './query.ts';
import { shopTypes } from './shop.ts';

/** Every type and field that the simulator computes. What is not here is refused by name. */
export const modelledTypes: Record<string, ModelledType> = {
  ...queryTypes,
  ...mutationTypes,
  ...orderTypes,
  ...lineItemTypes,
  ...fulfillmentOrderTypes,
  ...fulfillmentTypes,
  ...locationTypes,
  ...customerTypes,
  ...catalogueTypes,
  ...metafieldTypes,
  ...moneyTypes,
  ...shopTypes,
  ...connectionTypes,
};
