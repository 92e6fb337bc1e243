/** SQLSTATE classes that say how the server fares: nothing that a statement carries brings them about. */
const ofTheServer = ['08', '0A', '25', '26', '28', '3D', '40', '53', '55', '57', '58'];
/** A right that was not granted, a column or table of another version, a statement that a pooler knows: no order could be written. */
const ofTheInstallation = ['42501', '42703', '42P01', '42P05'];
/** A full queue of notices has the code of a row that is too long; words may be translated, the server's file is not. */
const isFullQueue = (error: object): boolean => 'file' in error && error.file === 'async.c';

/** Whether the database answered and refused what the statement carries; false where it is away, full, busy or set up otherwise. */
export function isDataFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  const { code } = error;
  if (typeof code !== 'string' || !/^[0-9][0-9A-Z]{4}$/.test(code)) return false;
  if (code === '54000' && isFullQueue(error)) return false;
  return !ofTheServer.includes(code.slice(0, 2)) && !ofTheInstallation.includes(code);
}
