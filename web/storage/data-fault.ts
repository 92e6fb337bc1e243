/** SQLSTATE classes that say how the server fares: nothing that a statement carries brings them about. */
const ofTheServer = ['08', '25', '40', '53', '55', '57', '58'];

/** Whether the database answered and refused what the statement carries; false where it is away, full or busy. */
export function isDataFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  const { code } = error;
  return typeof code === 'string' && /^[0-9][0-9A-Z]{4}$/.test(code) && !ofTheServer.includes(code.slice(0, 2));
}
