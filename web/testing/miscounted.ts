const nouns = {
  en: 'order|parcel|driver|delivery|customer|second|minute|hour|day|call|field|rule|attempt|digit',
  ens: 'orders|parcels|drivers|deliveries|customers|seconds|minutes|hours|days|calls|fields|rules|attempts|digits',
  af: 'bestelling|pakkie|aflewering|kliënt|sekonde|minuut|dag|oproep|veld|reël|poging|syfer',
  afs: 'bestellings|pakkies|aflewerings|kliënte|sekondes|dae|oproepe|velde|reëls|pogings|syfers',
};
const one = '(?<![\\d#:,.–-])1';
const many = '(?<![\\d#:,.–-])(?:2|25)';

/** What no count may look like, by language: `1 orders`, `2 order`, `1 … are`, `ama-oda angu-1`. */
const wrong: Record<'en' | 'af' | 'zu', RegExp[]> = {
  en: [
    new RegExp(`${one} (?:paid |more )?(?:${nouns.ens})\\b`, 'i'),
    new RegExp(`${many} (?:paid |more )?(?:${nouns.en})\\b`, 'i'),
    new RegExp(`${one} (?:[a-z\\d]+ ){0,3}(?:are|were|have|wait|differ|need)\\b`, 'i'),
    new RegExp(`${many} (?:[a-z\\d]+ ){0,3}(?:is|was|has|waits|differs|needs)\\b`, 'i'),
    new RegExp(`^[^.]*${one} [^.]*\\b(?:they|them|these)\\b`, 'i'),
  ],
  af: [
    new RegExp(`${one} (?:betaalde )?(?:${nouns.afs})(?!\\p{L})`, 'iu'),
    new RegExp(`${many} (?:betaalde )?(?:${nouns.af})(?!\\p{L})`, 'iu'),
    new RegExp(`^[^.]*${one} [^.]*\\bhulle\\b`, 'i'),
  ],
  zu: [
    /(?<!\p{L})(?:ama|aba|izi|imi(?!nithi)|inezi)\S*(?: \p{L}+)? \p{L}*ngu-1(?!\d)/iu,
    /(?:(?<!\p{L})elingu|olungu|(?<!\p{L})ongu)-(?:2|25)(?!\d)/iu,
    /(?<!\p{L})angu-1(?!\d)/iu,
    // A number is joined by the copula: "elingu-1", never "eli-1".
    /(?<!\p{L})(?:aba|ama|eli|esi|eyi|ezi|eziyi|o|oku|olu)-\d/iu,
  ],
};

/** Where a text counts 1 as many or many as one: the words at fault. */
export function miscounted(language: 'en' | 'af' | 'zu', text: string): string[] {
  return wrong[language].flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}
