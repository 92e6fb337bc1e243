import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SeededRandom } from '#testing/simulation/seeded-random.ts';
import type { LocalWorld } from '../local-world.ts';
import { headersOf, hmac, sendMany } from './send-webhooks.ts';

const replaceAt = (text: string, index: number, by: string) => text.slice(0, index) + by + text.slice(index + 1);
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A body and a signature near the right one that is not it. */
function forged(random: SeededRandom, secret: string): { body: Buffer; signature: string } {
  const body = Buffer.from(JSON.stringify({ id: 1 + random.below(1e9), note: randomBytes(8).toString('hex') }));
  const right = hmac(body, secret);
  const text = right.toString('base64');
  const at = random.below(text.length - 1);
  const flipped = (bytes: Buffer): Buffer => {
    const changed = Buffer.from(bytes);
    const bit = random.below(bytes.length * 8);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return changed;
  };
  const ways: (() => { body?: Buffer; signature?: string })[] = [
    () => ({ signature: flipped(right).toString('base64') }),
    () => ({ body: flipped(body) }),
    () => ({ body: Buffer.concat([body, Buffer.from([random.below(256)])]) }),
    () => ({ body: body.subarray(0, random.below(body.length)) }),
    () => ({ signature: replaceAt(text, at, base64[random.below(64)] ?? '') }),
    () => ({ signature: replaceAt(text, at, ['-', '_', '=', '%', ' ', ','][random.below(6)] ?? '') }),
    () => ({ signature: text.slice(0, at) }),
    () => ({ signature: text.slice(at) }),
    () => ({ signature: `${text}${base64.slice(0, 1 + random.below(4))}` }),
    () => ({ signature: `${text}, ${text}` }),
    () => ({ signature: text.toLowerCase() }),
    () => ({ signature: right.toString(random.chance(0.5) ? 'hex' : 'base64url') }),
    () => ({ signature: hmac(body, flipped(Buffer.from(secret)).toString('latin1')).toString('base64') }),
    () => ({ signature: hmac(body, '').toString('base64') }),
    () => ({ signature: createHash('sha256').update(secret).update(body).digest('base64') }),
    () => ({ signature: hmac(body, secret, random.chance(0.5) ? 'sha1' : 'sha512').toString('base64') }),
    () => ({ signature: hmac(Buffer.concat([Buffer.from('orders/paid'), body]), secret).toString('base64') }),
    () => ({ signature: randomBytes(32).toString('base64') }),
  ];
  const changed = { body, signature: text, ...ways[random.below(ways.length)]?.() };
  // A character may have been replaced by itself.
  return changed.signature === text && changed.body.equals(body) ? forged(random, secret) : changed;
}

export interface ForgeResult {
  tried: number;
  /** Answered with anything but 401, or stored. */
  accepted: number;
  /** Genuine ones sent between them, and how many of those were taken. */
  genuine: number;
  taken: number;
}

/** Webhooks whose signature, body or key was changed a little; every hundredth is a genuine one. */
export async function forgeSignatures(
  world: LocalWorld,
  { count, seed }: { count: number; seed: number },
): Promise<ForgeResult> {
  const random = new SeededRandom(seed);
  const secret = world.app.context.config.shopify.apiSecret;
  const genuine = Math.ceil(count / 100);
  const statuses = await sendMany(world, count, (index) => {
    const { body, signature } = forged(random, secret);
    return { body, headers: headersOf(`forged-${index}`, signature) };
  });
  const taken = await sendMany(world, genuine, (index) => {
    const body = Buffer.from(JSON.stringify({ product: index }));
    const signature = hmac(body, secret).toString('base64');
    return { body, headers: headersOf(`genuine-${index}`, signature, { 'x-shopify-topic': 'products/update' }) };
  });
  const stored = await forgedStored(world);
  const refused = statuses.get(401) ?? 0;
  return { tried: count, accepted: count - refused + stored, genuine, taken: taken.get(200) ?? 0 };
}

const forgedStored = async ({ app }: LocalWorld): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from webhook where webhook_id like 'forged-%'`.execute(app.context.storage.db);
  return rows[0]?.count ?? 0;
};
