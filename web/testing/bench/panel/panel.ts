import { ensureBuilt } from '#frontend/ensure-built.ts';
import { launchChromium } from '../../chromium.ts';
import { atMost, type Bench, type BenchOptions, type Figure } from '../figure.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { startBusyShop } from './busy-shop.ts';
import { gzipOf } from './first-load.ts';
import { desktop, mobile, mobilePlain, oneProcess, type Profile } from './profiles.ts';
import { type PanelScreen, screens } from './screens.ts';
import { type Visit, visit } from './visit.ts';

const row = 'P6';
const rounds = { quick: 1, full: 3 };

/** The production build of the panel inside the simulated admin, in Chromium. */
export const panel: Bench = {
  name: 'panel',
  title: 'P6: the panel in Chromium, empty cache, a full page of deliveries',
  run: measure,
};

type Visits = Map<Profile, Map<PanelScreen, Visit[]>>;

async function measure({ quick, say }: BenchOptions): Promise<Figure[]> {
  const dist = await ensureBuilt();
  const visits: Visits = new Map();
  const world = await startBusyShop();
  const browser = await launchChromium({ args: oneProcess, measured: true });
  try {
    for (let round = 0; round < (quick ? rounds.quick : rounds.full); round += 1) {
      for (const profile of [mobile, mobilePlain, desktop]) {
        say(`round ${round + 1}, ${profile.name}`);
        for (const screen of screens) {
          const seen = await visit({ browser, world, profile, screen, press: profile !== mobilePlain });
          keep(visits, profile, screen, seen);
        }
      }
    }
  } finally {
    await browser.close();
    await world.close();
  }
  return [...figuresOf(visits), ...(await sizes(visits, dist))];
}

function keep(visits: Visits, profile: Profile, screen: PanelScreen, seen: Visit): void {
  const ofProfile = visits.get(profile) ?? new Map<PanelScreen, Visit[]>();
  visits.set(profile, ofProfile.set(screen, [...(ofProfile.get(screen) ?? []), seen]));
}

function figuresOf(visits: Visits): Figure[] {
  return [...visits].flatMap(([profile, ofProfile]) =>
    [...ofProfile].flatMap(([screen, seen]) => {
      const name = `${screen.name}, ${profile.name}`;
      const figure = (what: string, unit: string, value: Spread, limit: number, note: string): Figure => ({
        row,
        what: `${what} ${name}`,
        unit,
        value,
        goal: atMost(limit, unit, value),
        note,
      });
      const pressed = seen.flatMap(({ slowest }) => slowest ?? []);
      return [
        figure('LCP', 'ms', spreadOf(seen.map(({ loaded }) => loaded.lcpMs)), profile.limits.lcpMs, pathOf(seen)),
        figure('CLS', '', spreadOf(seen.map(({ loaded }) => loaded.cls)), 0.02, 'sum of all shifts'),
        ...(pressed.length === 0
          ? []
          : [
              figure(
                'INP',
                'ms',
                spreadOf(pressed.map(({ ms }) => ms)),
                profile.limits.inpMs,
                `slowest: ${[...new Set(pressed.map(({ press }) => press))].join(', ')}`,
              ),
            ]),
      ];
    }),
  );
}

/** What the time until the largest picture went into, medians. */
function pathOf(seen: readonly Visit[]): string {
  const at = (pick: (visit: Visit) => number) => Math.round(spreadOf(seen.map(pick)).median);
  return [
    `document until ${at(({ loaded }) => loaded.documentMs)}`,
    `assets until ${at(({ loaded }) => loaded.assetsMs)}`,
    `first call at ${at(({ loaded }) => loaded.firstCallMs)}`,
    `last call until ${at(({ loaded }) => loaded.lastCallMs)}`,
    `largest: ${seen.at(-1)?.loaded.lcpElement ?? '?'}`,
  ].join(', ');
}

async function sizes(visits: Visits, dist: string): Promise<Figure[]> {
  const seen = [...(visits.get(mobile) ?? [])].map(([screen, [first]]) => ({ screen, first }));
  const figures = await Promise.all(
    seen.map(async ({ screen, first }) => {
      const { scriptKb, styleKb } = await gzipOf(dist, first?.loaded.assets ?? []);
      const script = spreadOf([scriptKb]);
      const style = spreadOf([styleKb]);
      return [
        { row, what: `script ${screen.name}`, unit: 'kB gzip', value: script, goal: atMost(165, 'kB', script) },
        { row, what: `style ${screen.name}`, unit: 'kB gzip', value: style, goal: atMost(35, 'kB', style) },
      ];
    }),
  );
  return figures.flat();
}
