import { forgeSignatures } from '../forge-signatures.ts';
import { sendMalformed } from '../malformed-webhooks.ts';
import { atLeast, counted, exactly, type Part } from '../part.ts';
import { inLocalWorld } from './on-engine.ts';

const restMs = 30 * 60_000;

/** Webhooks that Shopify never sent, and signed ones that nothing can be read from, over HTTP. */
export const hostile: Part = {
  name: 'hostile',
  title: 'forged and malformed webhooks',
  run: ({ quick, seed, say }) =>
    inLocalWorld(async (world) => {
      const forged = await forgeSignatures(world, { count: quick ? 2_000 : 10_000, seed });
      const sent = quick ? 1_000 : 20_000;
      say(`${sent} malformed bodies`);
      const malformed = await sendMalformed(world, { count: sent, seed, restMs });
      return [
        {
          what: 'signature, body or key changed a little',
          counts: [
            atLeast(quick ? 2_000 : 10_000, counted('forged', forged.tried)),
            exactly(0, counted('accepted', forged.accepted)),
            exactly(forged.genuine, counted('genuine ones taken', forged.taken)),
          ],
        },
        {
          what: 'signed webhooks that nothing can be read from',
          counts: [
            atLeast(sent, counted('sent', malformed.sent)),
            exactly(0, counted('answered 5xx', malformed.failed)),
            exactly(sent, counted('answered 200', malformed.taken)),
            exactly(sent, counted('quarantined', malformed.quarantined)),
            exactly(sent, counted('counted', malformed.counted)),
            exactly(malformed.ofShop, counted('shown to the shop', malformed.shown)),
          ],
        },
      ];
    }),
};
