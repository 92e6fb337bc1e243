import express, { type Router } from 'express';
import { variedOrder } from '../catalogue/varied-order.ts';
import { shopHandle } from '../oauth/launch-query.ts';
import type { NewAddress } from '../state/new-order.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreControls } from '../store-simulator.ts';
import type { StoreWorld } from '../store-world.ts';
import { editableAddressFields, riskLevels } from './order-edit-forms.ts';
import { shopOf } from './shop-of-request.ts';

type Form = Record<string, string | undefined>;
type Action = (controls: StoreControls, shop: ShopState, id: string, form: Form) => void;

const actions: Record<string, Action> = {
  pay: (controls, shop, id) => void controls.payOrder(shop.domain, id),
  cancel: (controls, shop, id) => void controls.cancelOrder(shop.domain, id),
  refund: (controls, shop, id) => void controls.refundOrder(shop.domain, id),
  edit: (controls, shop, id, form) => {
    const tags = (form['tags'] ?? '').split(',').map((tag) => tag.trim());
    controls.updateOrder(shop.domain, id, {
      note: form['note'] || null,
      phone: form['phone'] || null,
      tags: tags.filter(Boolean),
    });
  },
  address: (controls, shop, id, form) => {
    const typed = Object.fromEntries(editableAddressFields.map((name) => [name, form[name] || null]));
    controls.updateOrder(shop.domain, id, { shippingAddress: typed as NewAddress });
  },
  method: (controls, shop, id, { title = '', price = '' }) => {
    if (title.trim() === '' || !/^\d+(?:\.\d{1,2})?$/u.test(price)) {
      throw new StoreRefusal('a delivery method has a name, and a price such as 60.00');
    }
    controls.editOrder(shop.domain, id, { shippingLine: { title: title.trim(), price } });
  },
  risk: (controls, shop, id, form) => {
    const riskLevel = riskLevels.find((level) => level === form['riskLevel']);
    if (!riskLevel) {
      throw new StoreRefusal('fraud analysis finds a low, a medium or a high risk');
    }
    controls.assessRisk(shop.domain, id, { riskLevel });
  },
};

/** Forms of the admin's pages; each goes back to its page. */
export function orderActionRoutes(world: StoreWorld, controls: StoreControls): Router {
  const router = express.Router();
  const form = express.urlencoded({ extended: false });
  router.post('/store/:handle/install', form, (request, response) => {
    const shop = shopOf(world, request);
    controls.install(shop.domain);
    response.redirect(303, `/store/${shopHandle(shop)}/apps/${world.appHandle}`);
  });
  router.post('/store/:handle/orders', form, (request, response) => {
    const shop = shopOf(world, request);
    // Others than those that the demo begins with.
    const { id } = controls.addOrder(shop.domain, variedOrder(shop.orders.size + 1));
    response.redirect(303, `/store/${shopHandle(shop)}/orders/${id}`);
  });
  router.post('/store/:handle/orders/:id/:action', form, (request, response) => {
    const shop = shopOf(world, request);
    const id = String(request.params['id']);
    const action = actions[String(request.params['action'])];
    if (!action) {
      throw new StoreRefusal('no such action', 404);
    }
    const fields = (request.body ?? {}) as Form;
    const list = `/store/${shopHandle(shop)}/orders`;
    try {
      action(controls, shop, id, fields);
      response.redirect(303, fields['back'] === 'list' ? list : `${list}/${id}`);
    } catch (error) {
      if (!(error instanceof StoreRefusal)) {
        throw error;
      }
      response.redirect(303, `${list}/${id}?problem=${encodeURIComponent(error.message)}`);
    }
  });
  router.post('/store/:handle/webhooks/:id/resend', form, async (request, response) => {
    const shop = shopOf(world, request);
    await controls.resendWebhook(String(request.params['id']));
    response.redirect(303, `/store/${shopHandle(shop)}/webhooks`);
  });
  return router;
}
