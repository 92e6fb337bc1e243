/** A time zone in which it is this hour of the day now. */
export function zoneAt(hour: number): string {
  const east = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
  return east < 0 ? `Etc/GMT+${-east}` : `Etc/GMT-${east}`;
}
