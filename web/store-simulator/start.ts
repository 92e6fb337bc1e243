import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createControls } from './control/controls.ts';
import { createStoreApp } from './store-app.ts';
import type { StoreSimulator, StoreSimulatorOptions } from './store-simulator.ts';
import { createStoreWorld } from './store-world.ts';

/** Starts a Shopify store on the loopback interface; resolves when it accepts requests. */
export async function startStoreSimulator(options: StoreSimulatorOptions): Promise<StoreSimulator> {
  const world = createStoreWorld(options);
  const controls = createControls(world);
  const server = createServer(createStoreApp(world, controls));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...controls,
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      await world.sender.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        // Calls that a fault left hanging would keep the server open.
        server.closeAllConnections();
      });
    },
  };
}
