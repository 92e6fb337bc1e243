/** Tables whose rows belong to one shop each. */
const tenantTables = [
  ...['shop', 'webhook', 'shop_order', 'delivery', 'attempt', 'paid_order', 'gate', 'audit', 'access_log'],
  ...['shop_condition', 'data_request', 'redaction', 'order_run', 'flow_run', 'notification_source'],
  ...['flow_event', 'flow_trigger', 'order_search'],
];

/** What runs over all shops by nature: each a beginning of the statement, and why it may. */
const overAllShops: readonly [beginning: string, why: string][] = [
  [
    'with ranked as ( select w.id, row_number() over (partition by w.shop order by w.id) as place from webhook w',
    'news of shops is taken in, shops in turn',
  ],
  ["with recursive waiting as ( (select shop from webhook where state = 'new'", 'the inbox is claimed, shops in turn'],
  [
    'update webhook set state = $1, why = $2 where state = $3 and why = $4 and split_part(',
    'what a process without its key set aside is taken in again',
  ],
  ['with recursive soonest as materialized ( select r.shop from order_run', 'due orders are claimed, shops in turn'],
  [
    'with recursive looked_at as (select distinct unnest($1::text[]) as shop), running as ( select shop, count(*)',
    'due orders of the shops that have news are claimed',
  ],
  ['update order_run set lease_until = null, interrupted = true', 'the orders of dead workers'],
  ['with mine as ( select r.shop, r.order_id from unnest($1::text[]', 'the runs that a worker has under way'],
  ['update order_run set lease_until = clock_timestamp()', 'an embedded database has one process'],
  ['with asked as ( insert into order_run', 'each row with its shop'],
  ['select s.shop, s.granted_at from shop s', 'shops that have granted more are taken up, each by itself'],
  ['select shop, mode from gate where probe_at', 'the service is probed when its time comes'],
  [
    'select s.shop, carrier_secret_hash, settings, live_account, gate.state',
    'checkouts that ask at once share it, each by its shop',
  ],
  ['select shop from shop', 'shops are swept, mailed and kept in turn, each by itself'],
  ['select shop from delivery where account =', 'a reference is unique in its account, which shops may share'],
  [
    'select n.shop, n.mode, n.account, n.secret_sealed from notification_source as n inner join shop',
    'a token is one account, which is what is looked for',
  ],
  [
    'select d.shop, d.order_id, d.order_reference from delivery as d inner join shop',
    'an id is one delivery of its account, which shops may share',
  ],
  [
    'with ranked as ( select e.id, row_number() over (partition by e.shop order by e.id) as place from flow_event',
    'Flow is told of each change when its time comes, shops in turn',
  ],
  ['with recursive known as ( (select shop from', 'rows are looked for whose shop is gone, shop by shop'],
  ['delete from data_request where answered_at <', 'answers older than a year go'],
  [
    'delete from access_log where ctid = any(array( select ctid from access_log where at <',
    'who looked is known for a year',
  ],
  ['update access_log t set order_id = null from redaction r where t.shop = r.shop', 'erased again'],
  ...[
    ...['attempt', 'delivery', 'webhook', 'audit', 'paid_order'],
    ...['flow_run', 'flow_event', 'order_search', 'shop_order'],
  ].map((table): [string, string] => [
    `delete from ${table} t using redaction r where t.shop = r.shop`,
    'erased again',
  ]),
];

/** Whether a statement reads or writes rows of shops without naming whose, and is none that runs over all of them. */
export function isUnbound(statement: string): boolean {
  const text = statement.replace(/\s+/g, ' ').replaceAll('"', '').trim().toLowerCase();
  const touched = tenantTables.some((table) => new RegExp(`\\b(from|join|update|into|using) ${table}\\b`).test(text));
  const isBound = /\bshop (= ?\$\d|in \(\$\d)/.test(text) || /insert into \w+ \((\w+, )*shop\b/.test(text);
  return (
    touched && !isBound && !/^(create|alter)\b/.test(text) && !overAllShops.some(([known]) => text.startsWith(known))
  );
}
