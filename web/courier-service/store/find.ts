import { type DeliveryRow, ROW_COLUMNS, seqOfId } from './delivery-row.ts';
import { type Database, run } from './statements.ts';

const BY_ID = `select ${ROW_COLUMNS} from courier_delivery where seq = $1::bigint and account = $2`;
const BY_SEQ = `select ${ROW_COLUMNS} from courier_delivery where seq = $1::bigint`;
const BY_REFERENCE = `select ${ROW_COLUMNS} from courier_delivery where order_reference = $1`;
const LIST = `select ${ROW_COLUMNS} from courier_delivery
    where account = $1 and ($2::bigint is null or seq < $2::bigint)
    order by seq desc limit $3::integer`;
const LIST_OF_CUSTOMER = `select ${ROW_COLUMNS} from courier_delivery
    where account = $1 and customer_identifier = $4 and ($2::bigint is null or seq < $2::bigint)
    order by seq desc limit $3::integer`;

/** A client's own delivery. */
export async function findById(database: Database, account: string, id: string): Promise<DeliveryRow | null> {
  const seq = seqOfId(id);
  const rows = seq === null ? [] : await run<DeliveryRow>(database, BY_ID, [seq, account]);
  return rows[0] ?? null;
}

/** Whoever's it is: the caller decides who may see it. */
export async function findBySeq(database: Database, seq: string): Promise<DeliveryRow | null> {
  const [row] = await run<DeliveryRow>(database, BY_SEQ, [seq]);
  return row ?? null;
}

/** Whoever's it is: the caller decides what its client may see. */
export async function findByReference(database: Database, orderReference: string): Promise<DeliveryRow | null> {
  const [row] = await run<DeliveryRow>(database, BY_REFERENCE, [orderReference]);
  return row ?? null;
}

/** A client's own deliveries, newest first, older than the row `beforeSeq`. */
export function listDeliveries(
  database: Database,
  query: { account: string; customerIdentifier: string | null; beforeSeq: string | null; limit: number },
): Promise<DeliveryRow[]> {
  const { account, customerIdentifier, beforeSeq, limit } = query;
  return customerIdentifier === null
    ? run<DeliveryRow>(database, LIST, [account, beforeSeq, limit])
    : run<DeliveryRow>(database, LIST_OF_CUSTOMER, [account, beforeSeq, limit, customerIdentifier]);
}
