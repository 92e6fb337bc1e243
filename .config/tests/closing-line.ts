/** The line that ends `npm test` and `npm run check`. */
export function closingLine(passed: number, failed: number): string {
  return `${passed} passed, ${failed} failed`;
}
