/** The driver gives no code where there is no connection to be had, or one ends or falls silent in the middle of a statement. */
const lost: readonly (readonly [words: RegExp, code: string])[] = [
  [/^timeout e|connection timeout$|^Query read timeout$/, 'ETIMEDOUT'],
  [/^Connection terminated|is not queryable$/, 'ECONNRESET'],
];

/** Gives such an error the code that the system has for it, by which its readers know that the database is away. */
export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  const code = lost.find(([words]) => words.test(error.message))?.[1];
  return code === undefined ? error : Object.assign(error, { code });
}
