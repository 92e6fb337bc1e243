import type { Request } from 'express';
import { hasApp } from '#deliveries/ports/stores.ts';
import type { Context } from '#runtime/context.ts';
import { shopOfSignedQuery } from '#shopify/signed-query.ts';
import { actorOf, type Caller } from '../session/caller.ts';
import { addressOf } from './address.ts';

type Launched = Pick<Context, 'config' | 'verifySessionToken' | 'storage'>;

/**
 * Who launched the panel, or null: Shopify signed the query, and in it stands a session token of the same shop, which has
 * the app. Where the browser tells what it asks a document for, only a frame counts: nothing else shows the panel, and
 * `frame-ancestors` says whose frame.
 */
export async function callerOfLaunch(context: Launched, request: Request): Promise<Caller | null> {
  const { apiSecret, previousApiSecret } = context.config.shopify;
  const query = addressOf(request).searchParams;
  const signedFor = shopOfSignedQuery(query, [apiSecret, previousApiSecret]);
  const [token, ...others] = query.getAll('id_token');
  if (signedFor === null || !token || others.length > 0) return null;
  if ((request.get('sec-fetch-dest') ?? 'iframe') !== 'iframe') return null;
  const verified = await context.verifySessionToken(token);
  if (!verified.ok || verified.identity.shop !== signedFor) return null;
  const shop = await context.storage.shops.shopAt(signedFor);
  if (!hasApp(shop)) return null;
  return { shop, actor: actorOf(verified.identity), userId: verified.identity.userId };
}
