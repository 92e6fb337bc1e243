import type { ShopDomain } from '#placement/ids.ts';
import { accepted, digits, refuseUserErrors } from './accepted.ts';
import { createCarrierAnswer, deleteCarrierAnswer, findCarriersAnswer, updateCarrierAnswer } from './admin-answers.ts';
import { accessDenied, badAnswer } from './failure.ts';
import { toGid } from './gid.ts';
import { type CallShop, parseAnswer } from './read-order.ts';

/** The app's rate at a shop's checkout. Needs the optional scope `write_shipping`. */
export interface CarrierServiceCalls {
  /** @returns its id, digits. @throws AppError where Shopify refuses: the plan has no such rates, or the scope is missing. */
  createCarrierService(shop: ShopDomain, service: CarrierService): Promise<string>;
  /** @returns the id of the one whose callback's address holds this path; null where there is none. */
  findCarrierService(shop: ShopDomain, path: string): Promise<string | null>;
  updateCarrierService(shop: ShopDomain, id: string, service: CarrierService): Promise<void>;
  deleteCarrierService(shop: ShopDomain, id: string): Promise<void>;
}

interface CarrierService {
  name: string;
  callbackUrl: string;
}

export function carrierServiceCalls(call: CallShop): CarrierServiceCalls {
  const type = 'DeliveryCarrierService';
  const always = { active: true, supportsServiceDiscovery: false };
  return {
    async createCarrierService(shop, service) {
      const answer = await call(shop, 'create-carrier-service', { input: { ...service, ...always } });
      const { carrierServiceCreate } = parseAnswer(createCarrierAnswer, answer.data);
      refuseUserErrors(accepted(answer.redacted, carrierServiceCreate));
      if (!carrierServiceCreate?.carrierService) throw badAnswer();
      return digits(carrierServiceCreate.carrierService.id, type);
    },

    async findCarrierService(shop, path) {
      const answer = await call(shop, 'find-carrier-services', {});
      if (answer.redacted.length > 0) throw accessDenied();
      const { nodes } = parseAnswer(findCarriersAnswer, answer.data).carrierServices;
      const found = nodes.find(({ callbackUrl }) => callbackUrl?.includes(path));
      return found ? digits(found.id, type) : null;
    },

    async updateCarrierService(shop, id, service) {
      const input = { id: toGid(type, id), ...service, ...always };
      const answer = await call(shop, 'update-carrier-service', { input });
      const { carrierServiceUpdate } = parseAnswer(updateCarrierAnswer, answer.data);
      refuseUserErrors(accepted(answer.redacted, carrierServiceUpdate));
    },

    async deleteCarrierService(shop, id) {
      const answer = await call(shop, 'delete-carrier-service', { id: toGid(type, id) });
      const { carrierServiceDelete } = parseAnswer(deleteCarrierAnswer, answer.data);
      refuseUserErrors(accepted(answer.redacted, carrierServiceDelete));
    },
  };
}
