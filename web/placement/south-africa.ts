import type { ProvinceCode } from './province.ts';

type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** Degrees. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** Drawn by hand to about a tenth of a degree; a little out to sea, so that no harbour or beach is left out. */
const outline: Ring = [
  // The Orange river from its mouth, then 20° east up to Botswana.
  [16.3, -28.7],
  [16.8, -28.1],
  [17.2, -28.2],
  [17.4, -28.7],
  [18.2, -28.9],
  [19.2, -28.9],
  [20.0, -28.4],
  [20.0, -24.8],
  // Botswana: Nossob, Molopo, then the Limpopo.
  [20.8, -25.9],
  [20.6, -26.4],
  [20.9, -26.8],
  [21.7, -26.8],
  [22.6, -26.0],
  [23.0, -25.3],
  [24.3, -25.7],
  [25.5, -25.6],
  [25.75, -25.2],
  [25.95, -24.75],
  [26.4, -24.6],
  [27.0, -23.6],
  [28.2, -22.6],
  [29.3, -22.15],
  // Zimbabwe and Mozambique.
  [29.9, -22.2],
  [30.3, -22.3],
  [31.3, -22.4],
  [31.55, -23.2],
  [31.6, -23.9],
  [32.0, -24.4],
  [32.05, -25.3],
  [32.0, -25.9],
  [32.0, -26.85],
  [32.95, -26.85],
  // The Indian Ocean.
  [32.6, -28.3],
  [32.2, -29.0],
  [31.2, -29.9],
  [30.6, -31.0],
  [29.1, -32.5],
  [28.0, -33.3],
  [26.0, -34.1],
  [24.8, -34.4],
  [22.2, -34.4],
  [21.0, -34.7],
  [20.0, -35.0],
  [19.2, -34.8],
  // The Atlantic.
  [18.2, -34.5],
  [17.7, -32.8],
  [18.1, -31.8],
  [16.9, -30.0],
];

const lesotho: Ring = [
  [28.65, -28.6],
  [29.4, -29.4],
  [29.1, -29.9],
  [28.2, -30.3],
  [27.7, -30.6],
  [27.4, -30.3],
  [27.05, -29.7],
  [27.45, -29.3],
  [28.0, -28.9],
];

const eswatini: Ring = [
  [31.35, -25.75],
  [32.0, -26.0],
  [32.1, -26.8],
  [31.95, -27.3],
  [31.2, -27.2],
  [30.85, -26.8],
  [30.9, -26.3],
];

/** The outline of the mainland, then the countries inside or cut into it. */
export const borders: readonly [Ring, ...Ring[]] = [outline, lesotho, eswatini];

/** Generous boxes: neighbours overlap, and that is fine for telling a wrong city from a right one. */
export const provinceBoxes: Readonly<Record<ProvinceCode, Box>> = {
  EC: { south: -34.3, north: -29.9, west: 22.6, east: 30.3 },
  FS: { south: -30.8, north: -26.5, west: 24.2, east: 29.9 },
  GP: { south: -27.0, north: -25.0, west: 27.0, east: 29.2 },
  NL: { south: -31.2, north: -26.75, west: 28.8, east: 33.0 },
  LP: { south: -25.5, north: -22.0, west: 26.3, east: 32.0 },
  MP: { south: -27.6, north: -24.0, west: 28.1, east: 32.1 },
  NW: { south: -28.2, north: -24.5, west: 22.5, east: 28.5 },
  NC: { south: -33.0, north: -24.6, west: 16.3, east: 25.7 },
  WC: { south: -35.0, north: -30.3, west: 17.6, east: 24.3 },
};
