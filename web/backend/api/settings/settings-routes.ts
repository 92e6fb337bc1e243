import { Router } from 'express';
import { z } from 'zod';
import type { Context } from '#runtime/context.ts';
import { answerWith, bodyOf } from '../api-call.ts';
import { testCourier } from './courier-test.ts';
import { sendLinkAgain, showMailAddress } from './mail-address.ts';
import { saveSettings, showSettings } from './save-settings.ts';
import { placeTest } from './test-order.ts';

const setupBody = z.strictObject({ dismissed: z.boolean() });

export function settingsRoutes(context: Context): Router {
  return Router()
    .get(
      '/',
      answerWith(async ({ shop }) => showSettings(shop)),
    )
    .put(
      '/',
      answerWith((call) => saveSettings(context, call)),
    )
    .post(
      '/courier/test',
      answerWith((call) => testCourier(context, call)),
    )
    .post(
      '/test-order',
      answerWith((call) => placeTest(context, call)),
    )
    .get(
      '/mail',
      answerWith((call) => showMailAddress(context, call)),
    )
    .post(
      '/mail/link',
      answerWith((call) => sendLinkAgain(context, call)),
    )
    .put(
      '/setup',
      answerWith(async (call) => {
        const { dismissed } = bodyOf(call, setupBody);
        await context.storage.shops.setSetupDismissed(call.shop.domain, dismissed);
        return { dismissed };
      }),
    );
}
