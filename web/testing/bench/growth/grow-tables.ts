import pg from 'pg';

interface Column {
  name: string;
  /** Written by the database itself. */
  isGenerated: boolean;
  /** Part of a unique index that does not name the shop: another value for each copy. */
  isUnique: boolean;
}

/**
 * Copies every row of one shop for `copies` shops more, table by table, and leaves the statistics as autovacuum would.
 * What is encrypted stays bound to its old place: none of their orders can be shown, nor is run or compared before a day is over.
 */
export async function growTables(url: string, shop: string, copies: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    // Rows are written as a shop's own, with no regard to the order of the tables.
    await client.query(`set session_replication_role = replica`);
    for (const [table, columns] of await tablesOfShops(client)) {
      const written = columns.filter(({ isGenerated }) => !isGenerated);
      await client.query(
        `insert into ${table} (${written.map(({ name }) => name).join()})
         select ${written.map(valueIn).join()} from ${table}, generate_series(1, ${copies}) as copy where shop = $1`,
        [shop],
      );
    }
    await client.query(`update order_run set next_run_at = next_run_at + interval '1 day' where shop like 'grown-%'`);
    // The store knows nothing of their orders.
    await client.query(`update shop set sweep_lease_until = now() + interval '1 day' where shop <> $1`, [shop]);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

function valueIn({ name, isUnique }: Column): string {
  if (name === 'shop') return `'grown-' || copy || '.myshopify.com'`;
  if (name === 'hashes') return 'array(select md5(hash || copy) from unnest(hashes) as hash)';
  return isUnique ? `${name} || '-' || copy` : name;
}

async function tablesOfShops(client: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column & { table: string }>(`
    with unshared as (
      select i.indrelid, unnest(i.indkey) as attnum from pg_index i
      where i.indisunique and not exists (
        select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'shop' and a.attnum = any (i.indkey)
      )
    )
    select c.relname as table, a.attname as name, a.attidentity <> '' or a.attgenerated <> '' as "isGenerated",
      exists (select from unshared u where u.indrelid = c.oid and u.attnum = a.attnum) as "isUnique"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'shop')
    order by c.relname, a.attnum`);
  return Map.groupBy(rows, ({ table }) => table);
}
