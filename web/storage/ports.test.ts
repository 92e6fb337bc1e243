import { orderStoreSuite } from '#testing/ports/order-store.suite.ts';
import { shopStoreSuite } from '#testing/ports/shop-store.suite.ts';
import { sweepStoreSuite } from '#testing/ports/sweep-store.suite.ts';
import { engines } from './testing/engines.ts';
import { openPortWorld } from './testing/port-world.ts';

for (const engine of engines) {
  const open = () => openPortWorld(engine);
  orderStoreSuite(engine, open);
  shopStoreSuite(engine, open);
  sweepStoreSuite(engine, open);
}
