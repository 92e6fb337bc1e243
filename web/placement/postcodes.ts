/** Single postcodes, or ranges with both ends in them, typed from either end. */
export type Postcodes = readonly (string | { from: string; to: string })[];

/** Whether a South African postcode is one of these; what is no postcode is in none. */
export function inPostcodes(postcode: string | null, served: Postcodes): boolean {
  const text = postcode?.trim() ?? '';
  if (!/^\d{4}$/u.test(text)) return false;
  const zip = Number(text);
  return served.some((one) => {
    const ends = typeof one === 'string' ? [Number(one)] : [Number(one.from), Number(one.to)];
    return zip >= Math.min(...ends) && zip <= Math.max(...ends);
  });
}
