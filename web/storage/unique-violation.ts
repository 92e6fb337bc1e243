export interface UniqueViolation {
  constraint: string;
}

/** PostgreSQL's unique_violation (SQLSTATE 23505) as both drivers throw it; null for any other error. */
export function uniqueViolation(error: unknown): UniqueViolation | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== '23505') return null;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
  return { constraint };
}
