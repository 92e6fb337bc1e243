import { ensureBuilt } from '#frontend/ensure-built.ts';
import { launchChromium } from '../chromium.ts';
import { startBusyShop } from './panel/busy-shop.ts';
import { desktop, mobile, mobilePlain } from './panel/profiles.ts';
import { screens } from './panel/screens.ts';
import { visit } from './panel/visit.ts';
await ensureBuilt();
const world = await startBusyShop();
for (const args of [['--disable-site-isolation-trials'], ['--disable-site-isolation-trials','--disable-features=IsolateOrigins,site-per-process,OriginKeyedProcessesByDefault,OriginIsolationHeader']]) {
const browser = await launchChromium({args});
try {
  for (const profile of [mobile]) for (const screen of screens.slice(0,1)) {
    const seen = await visit({ browser, world, profile, screen, press: profile !== mobilePlain }).catch((e) => String(e).slice(0, 600));
    console.log(args.length, profile.name, screen.name, JSON.stringify(seen));
  }
} finally { await browser.close();  }
}
await world.close();
process.exit(0);
