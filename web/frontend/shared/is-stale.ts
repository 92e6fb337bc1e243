/** Two failed readings in a row: what is shown may no longer hold, and must say so. */
export function isStale(query: { data: unknown; isError: boolean; failureCount: number }): boolean {
  return query.data !== undefined && (query.isError || query.failureCount >= 2);
}
