import { z } from 'zod';

/** Metres. */
export interface Measures {
  height: number;
  width: number;
  length: number;
}

const metresPer: Readonly<Record<string, number>> = {
  ...{ mm: 0.001, cm: 0.01, m: 1, in: 0.0254, ft: 0.3048, yd: 0.9144 },
  ...{ millimeters: 0.001, centimeters: 0.01, meters: 1, inches: 0.0254, feet: 0.3048, yards: 0.9144 },
};

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*\d{1,5}([.,]\d{1,6})?\s*$/)
    .transform((text) => Number(text.replace(',', '.'))),
]);
const metres = number.pipe(z.number().positive().max(10));
const measures = z.object({ height: metres, width: metres, length: metres });

/** Shopify's own `dimension`: a value and a unit. */
const dimension = z
  .object({ value: z.number(), unit: z.string().transform((unit) => metresPer[unit.toLowerCase()] ?? Number.NaN) })
  .transform(({ value, unit }) => rounded(value * unit))
  .pipe(z.number().positive().max(10));

const accepted = z.union([
  measures,
  z
    .object({ heightM: metres, widthM: metres, lengthM: metres })
    .transform(({ heightM, widthM, lengthM }) => ({ height: heightM, width: widthM, length: lengthM })),
  z.tuple([dimension, dimension, dimension]).transform(([height, width, length]) => ({ height, width, length })),
]);

/**
 * The measures of a parcel as a merchant writes them into a metafield, height, width and length in this order: as text
 * (`10 x 20 x 30 cm`), as a list of three of Shopify's dimensions, or as JSON in metres (`{"height": 0.1, "width": 0.2,
 * "length": 0.3}`). Each above 0 and up to 10 metres. Anything else, also one missing measure, gives none:
 * three measures of three sources would describe no parcel.
 */
export function readParcelMetafield(text: string | null): Measures | null {
  if (text === null) return null;
  const read = accepted.safeParse(parseJson(text) ?? dimensionsOf(text));
  return read.success ? read.data : null;
}

const typed = /^\s*([\d.,]+)\s*[x×*]\s*([\d.,]+)\s*[x×*]\s*([\d.,]+)\s*([a-z]+)\s*$/iu;

/** As in 1,200 mm: nobody writes a side of some millimetres to the micrometre. */
const thousands = /^([1-9])[.,](?=\d{3}$)/u;

/** `10 x 20 x 30 cm`: three numbers and one unit for all. */
function dimensionsOf(text: string): { value: number; unit: string }[] {
  const [unit = '', ...numbers] = (typed.exec(text) ?? []).slice(1).toReversed();
  const isFine = unit.toLowerCase() === 'mm';
  return numbers.toReversed().map((part) => {
    const number = isFine ? part.replace(thousands, '$1') : part;
    return { value: Number(number.replace(',', '.')), unit };
  });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(6));
}
