import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import type { FirstView, PanelDrawing } from '#api-contract/first-view.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { readLanguage } from '#storage/panel/person-language.ts';
import { firstAnswer, type PanelSources } from '../api/first-answers.ts';
import { type Caller, setCaller } from '../session/caller.ts';
import { addressOf } from './address.ts';
import { callerOfLaunch } from './launch.ts';

/** A drawn screen, and what it was drawn from. */
export interface Drawn {
  html: string;
  view: FirstView;
}

/** The screen of a request; null where the panel is to draw it, and to ask for its data, itself. */
export type DrawScreen = (request: Request, response: Response) => Promise<Drawn | null>;

/**
 * Draws the screen of a launch from what its first calls of the API would answer. Nothing is drawn for who did not launch
 * the panel, nor where the screen cannot be read or drawn in time: the document then comes as it is for everybody.
 *
 * @param dist folder of the panel's build, whose module for the server is loaded with the first launch
 * @param limit asked about every launch, as about every call of the API
 */
export function createDrawScreen(
  context: Pick<Context, 'config' | 'verifySessionToken' | 'storage' | 'courier' | 'clock' | 'logger'>,
  sources: PanelSources,
  { dist, limit }: { dist: string; limit: RequestHandler },
): DrawScreen {
  let loading: Promise<PanelDrawing> | undefined;
  const load = () => {
    loading ??= import(pathToFileURL(join(dist, 'server', 'draw-screen.js')).href);
    return loading;
  };

  const chosenBy = async ({ shop, userId }: Caller) =>
    userId === null ? null : readLanguage(context.storage.db, { shop: shop.domain, userId });

  async function draw(request: Request, response: Response): Promise<Drawn | null> {
    const caller = await callerOfLaunch(context, request);
    if (caller === null) return null;
    setCaller(response, caller);
    await new Promise<void>((resolve, reject) => {
      void limit(request, response, (tooMany?: unknown) => (tooMany ? reject(tooMany) : resolve()));
    });
    const panel = await load();
    const address = addressOf(request);
    const calls = panel.firstCalls(address);
    if (calls.length === 0) return null;
    const readAt = context.clock.now();
    const answers: FirstView['answers'] = {};
    for (const path of calls) answers[path] = await firstAnswer(context, sources, caller, path);
    const language = (await chosenBy(caller)) ?? panel.languageOf(address.searchParams.get('locale'));
    const view: FirstView = { language, readAt, drawnFor: isPhone(request) ? 'phone' : 'desktop', answers };
    return { html: await panel.draw(address, view), view };
  }

  const late = (signal: AbortSignal) => pause(context.config.drawWithinMs, null, { signal });
  return async (request, response) => {
    const inTime = new AbortController();
    try {
      return await Promise.race([draw(request, response), late(inTime.signal)]);
    } catch (error) {
      context.logger.warn('document not drawn', { code: codeOf(error) });
      return null;
    } finally {
      inTime.abort();
    }
  };
}

/** By what the browser says of itself; where that is wrong, the panel draws what differs again. */
function isPhone(request: Request): boolean {
  const hint = request.get('sec-ch-ua-mobile');
  return hint === undefined ? /\bMobile\b/.test(request.get('user-agent') ?? '') : hint === '?1';
}
