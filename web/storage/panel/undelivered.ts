import { type RawBuilder, sql } from 'kysely';

/** Whether the driver of delivery `d` could not hand over the goods, as SQL: a task while it is `drifted`, too. */
export function isUndelivered(d: 'd' | 'delivery'): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(${sql.ref(`${d}.progress`)}, '') in ('failed', 'returned'))`;
}
