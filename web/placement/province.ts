import { fold } from './clean-text.ts';

/** The codes Shopify sends (GP and NL; GT and KZN are older or ISO aliases of them). */
export type ProvinceCode = 'EC' | 'FS' | 'GP' | 'NL' | 'LP' | 'MP' | 'NW' | 'NC' | 'WC';

interface Province {
  name: string;
  /** Folded, letters only. */
  aliases: readonly string[];
}

const provinces: Readonly<Record<ProvinceCode, Province>> = {
  EC: { name: 'Eastern Cape', aliases: ['ec', 'easterncape', 'ooskaap'] },
  FS: { name: 'Free State', aliases: ['fs', 'freestate', 'vrystaat', 'orangefreestate'] },
  GP: { name: 'Gauteng', aliases: ['gp', 'gt', 'gauteng'] },
  NL: { name: 'KwaZulu-Natal', aliases: ['nl', 'kzn', 'kwazulunatal'] },
  LP: { name: 'Limpopo', aliases: ['lp', 'limpopo', 'northernprovince'] },
  MP: { name: 'Mpumalanga', aliases: ['mp', 'mpumalanga'] },
  NW: { name: 'North West', aliases: ['nw', 'northwest', 'noordwes'] },
  NC: { name: 'Northern Cape', aliases: ['nc', 'northerncape', 'noordkaap'] },
  WC: { name: 'Western Cape', aliases: ['wc', 'westerncape', 'weskaap'] },
};

const byAlias = new Map<string, ProvinceCode>(
  Object.entries(provinces).flatMap(([code, { aliases }]) =>
    aliases.map((alias): [string, ProvinceCode] => [alias, code as ProvinceCode]),
  ),
);

/** The province behind a code (also `ZA-GT`) or an English or Afrikaans name; null where none is meant. */
export function provinceOf(codeOrName: string | null | undefined): ProvinceCode | null {
  const letters = fold(codeOrName ?? '')
    .replace(/^za-/u, '')
    .replace(/[^a-z]/gu, '');
  return byAlias.get(letters) ?? byAlias.get(letters.replace(/province$|provinsie$/u, '')) ?? null;
}

/** English name, e.g. `KwaZulu-Natal`. */
export function provinceName(code: ProvinceCode): string {
  return provinces[code].name;
}
