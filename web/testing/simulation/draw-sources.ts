import { SeededRandom } from './seeded-random.ts';

/** What each part of a schedule mixes into its seed: what one draws more or less leaves all others as they are. */
const salts = {
  plan: 0x5bd1e995,
  /** What shops want besides the note. */
  wishes: 0x2c1b3c6d,
  /** What machines do. */
  hosts: 0x1b56c4e9,
  /** Busy staff. */
  rush: 0x7f4a7c15,
  /** Who collects where. */
  places: 0x68e31da4,
  /** Payments and days. */
  edits: 0x6c8e9cf5,
  /** Where buyers live, and what is packed. */
  moves: 0x3f84d5b5,
  /** By which shipping line goods travel. */
  methods: 0x9e3779b9,
  /** What fraud analysis finds. */
  risks: 0x85ebca6b,
  /** When goods are shown. */
  routing: 0xc2b2ae35,
  /** Money that is given back. */
  refunds: 0x27d4eb2f,
  /** Bookings for the day after. */
  slots: 0x165667b1,
  /** Where orders go. */
  addresses: 0xd3a2646c,
  /** Goods that others take the place of. */
  exchanges: 0xfd7046c5,
  /** What Shopify and other apps do. */
  platform: 0x8f14731d,
  /** Goods of edits that are shown only later. */
  late: 0xb5297a4d,
  /** What people do at the service. */
  dispatch: 0x52dce729,
  /** Drivers of whom nobody hears again. */
  strays: 0x94d049bb,
  /** Edits that replace all goods. */
  swaps: 0x1f83d9ab,
  /** Orders that are deleted. */
  gone: 0x5be0cd19,
  /** Other drivers who are called off. */
  second: 0x428a2f98,
  /** What shops let the app do. */
  access: 0x71374491,
  /** Whether goods are held once everything rests. */
  holds: 0x3ad8025f,
  /** What happens weeks later. */
  afterwards: 0x6b43a9b5,
} as const;

/** Where a schedule's parts are drawn from. */
export type Sources = Readonly<Record<keyof typeof salts, SeededRandom>>;

/** `density`: how many times as often rare things are drawn. */
export function sourcesOf(seed: number, density: number): Sources {
  const sources = Object.entries(salts).map(([name, salt]) => [name, new SeededRandom(seed ^ salt, density)]);
  return Object.fromEntries(sources) as Sources;
}
