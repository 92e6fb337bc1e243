import { Router } from 'express';
import type { Context } from '#runtime/context.ts';
import { answerWith } from '../api-call.ts';
import { saveSettings, showSettings } from './save-settings.ts';

export function settingsRoutes(context: Context): Router {
  return Router()
    .get('/', answerWith(async ({ shop }) => showSettings(shop)))
    .put('/', answerWith((call) => saveSettings(context, call)));
}
