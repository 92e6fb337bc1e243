import type { CarrierServiceRecord } from '../../state/carrier-services.ts';
import { parseGid } from '../../state/gid.ts';
import type { ShopState } from '../../state/shop-state.ts';
import { field } from '../field.ts';
import { userError } from './user-error.ts';

type Input = Partial<Omit<CarrierServiceRecord, 'id'>> & { id?: string };

const refused = (action: string, path: string[] | null, message: string) => ({
  carrierService: null,
  deletedId: null,
  userErrors: [{ ...userError(path ?? [], message), code: `CARRIER_SERVICE_${action}_FAILED` }],
});

/** `carrierServiceCreate`: one of a name for each app, and only where the plan has carrier-calculated rates. */
export const carrierServiceCreate = field<unknown, { input: Input }>(
  (_root, { input }, { shop }) => {
    if (!shop.carrierCalculatedRates) {
      return refused(
        'CREATE',
        null,
        'Carrier Calculated Shipping must be enabled for your store before you can add a carrier service.',
      );
    }
    if (!input.callbackUrl || !/^https?:/.test(input.callbackUrl)) {
      return refused('CREATE', ['callbackUrl'], 'Callback url is invalid');
    }
    if (named(shop, input.name)) return refused('CREATE', ['name'], `${input.name} is already configured`);
    const carrierService = { ...noService, ...input, id: shop.nextId() };
    shop.carrierServices.set(carrierService.id, carrierService);
    return { carrierService, userErrors: [] };
  },
  ['input'],
);

/** `carrierServiceUpdate` */
export const carrierServiceUpdate = field<unknown, { input: Input }>(
  (_root, { input: { id, ...changes } }, { shop }) => {
    const found = shop.carrierServices.get(parseGid(id ?? '')?.id ?? '');
    if (!found) return refused('UPDATE', ['id'], 'The carrier or app could not be found.');
    return { carrierService: Object.assign(found, changes), userErrors: [] };
  },
  ['input'],
);

/** `carrierServiceDelete` */
export const carrierServiceDelete = field<unknown, { id: string }>(
  (_root, { id }, { shop }) => {
    const found = shop.carrierServices.delete(parseGid(id)?.id ?? '');
    if (!found) return refused('DELETE', ['id'], 'The carrier or app could not be found.');
    return { deletedId: id, userErrors: [] };
  },
  ['id'],
);

const noService = { name: '', callbackUrl: '', active: true, supportsServiceDiscovery: false };

const named = (shop: ShopState, name: string | undefined): boolean =>
  [...shop.carrierServices.values()].some((service) => service.name === name);
