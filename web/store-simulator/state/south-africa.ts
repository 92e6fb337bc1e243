/** Province codes as Shopify sends them for South Africa, with their names. */
const provinces: Record<string, string> = {
  EC: 'Eastern Cape',
  FS: 'Free State',
  GP: 'Gauteng',
  GT: 'Gauteng',
  NL: 'KwaZulu-Natal',
  KZN: 'KwaZulu-Natal',
  LP: 'Limpopo',
  MP: 'Mpumalanga',
  NW: 'North West',
  NC: 'Northern Cape',
  WC: 'Western Cape',
};

/** Name of a South African province; null where the code is none. */
export function provinceName(code: string | null): string | null {
  return code === null ? null : (provinces[code] ?? null);
}

/** English name of a country, as Shopify spells it in addresses. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;
}
