/** One exchange on its way through the proxy. */
export interface Exchange {
  method: string;
  path: string;
  authorization: string | undefined;
  /** The JSON body, or the bytes as text where it is no JSON. */
  body: unknown;
}

interface Reply {
  status: number;
  json: unknown;
}

/** A service with one bug: the real one behind a proxy that changes the request, the answer or both. */
export interface PlantedBug {
  name: string;
  /** How the name of the check begins that must find it. */
  foundBy: string;
  request?: (exchange: Exchange, key: string) => Exchange;
  reply?: (reply: Reply, exchange: Exchange) => Reply;
}

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

function changeBody(change: (body: Fields) => Fields): NonNullable<PlantedBug['request']> {
  return (exchange) => {
    const body = fields(exchange.body);
    return body && exchange.method === 'POST' ? { ...exchange, body: change({ ...body }) } : exchange;
  };
}

function changeRecord(change: (record: Fields) => Fields): NonNullable<PlantedBug['reply']> {
  return (reply) => {
    const record = fields(reply.json);
    return record && reply.status < 300 && 'distance_estimate' in record
      ? { ...reply, json: change({ ...record }) }
      : reply;
  };
}

const basic = (user: string) => `Basic ${Buffer.from(`${user}:`).toString('base64')}`;
let disguise = 0;
const references = new Map<string, string>();

/** Bugs that a service might have; the suite must find each. */
export const plantedBugs: PlantedBug[] = [
  {
    name: 'a reference can be used twice',
    foundBy: '7 a second delivery',
    request: changeBody((body) => {
      const reference = body['order_reference'];
      if (typeof reference !== 'string' || reference.length > 200 || !references.has(reference)) {
        references.set(String(reference), '');
        return body;
      }
      disguise += 1;
      return { ...body, order_reference: `${reference}#${disguise}` };
    }),
  },
  {
    name: 'references are compared without regard to case',
    foundBy: '8 references are compared byte for byte',
    request: (exchange) => {
      const lowered = changeBody((body) =>
        typeof body['order_reference'] === 'string'
          ? { ...body, order_reference: body['order_reference'].toLowerCase() }
          : body,
      )(exchange, '');
      return lowered;
    },
  },
  {
    name: 'the key is not checked',
    foundBy: '5 anything else is refused',
    request: (exchange, key) => ({ ...exchange, authorization: basic(key) }),
  },
  {
    name: 'a password beside the key is ignored',
    foundBy: '5 anything else is refused',
    request: (exchange) => {
      const decoded = Buffer.from(exchange.authorization?.replace(/^Basic /i, '') ?? '', 'base64').toString();
      const [user = '', password] = decoded.split(':');
      return password ? { ...exchange, authorization: basic(user) } : exchange;
    },
  },
  {
    name: 'the distance is in kilometres',
    foundBy: '2.3 the answer has id',
    reply: changeRecord((record) => ({ ...record, distance_estimate: Number(record['distance_estimate']) / 1000 })),
  },
  {
    name: 'the slot is a local time without an offset',
    foundBy: '4.1 rule 2',
    reply: changeRecord((record) => {
      const { start, end } = record['scheduled_slot'] as { start: string; end: string };
      return { ...record, scheduled_slot: { start: start.slice(0, 19), end: end.slice(0, 19) } };
    }),
  },
  {
    name: 'nine digits are taken for a phone',
    foundBy: '2.1 and 8: phones',
    request: changeBody((body) => {
      const phone = body['dropoff_contact_phone'];
      return typeof phone === 'string' && /^\d{9}$/.test(phone)
        ? { ...body, dropoff_contact_phone: `${phone}0` }
        : body;
    }),
  },
  {
    name: 'null is not the same as leaving a field out',
    foundBy: '2.1 null for an optional',
    request: changeBody((body) => (Object.values(body).includes(null) ? { ...body, pickup_address: null } : body)),
  },
  {
    name: 'the remarks are cut at the first line',
    foundBy: '2.1 every field is stored',
    request: changeBody((body) => {
      const remarks = body['pickup_remarks'];
      return typeof remarks === 'string' ? { ...body, pickup_remarks: remarks.split('\n')[0] } : body;
    }),
  },
  {
    name: 'the list of a customer is the list of everybody',
    foundBy: '2.1 deliveries are listed',
    request: (exchange) =>
      exchange.path.startsWith('/v1/deliveries/customer/') ? { ...exchange, path: '/v1/deliveries' } : exchange,
  },
  {
    name: 'a missing delivery is 200 with null',
    foundBy: 'what is not there is 404',
    reply: (reply) => (reply.status === 404 ? { status: 200, json: null } : reply),
  },
  {
    name: 'measures sent as text are taken for numbers',
    foundBy: '2.2 items have',
    request: changeBody((body) => {
      const items = body['items'];
      const numbers = (item: unknown) =>
        Object.fromEntries(
          Object.entries(fields(item) ?? {}).map(([name, value]) => [name, value === '1' ? 1 : value]),
        );
      return Array.isArray(items) ? { ...body, items: items.map(numbers) } : body;
    }),
  },
  {
    name: 'a duplicate is answered 500',
    foundBy: '7 a second delivery',
    reply: (reply) =>
      reply.status === 409 ? { status: 500, json: { status: 'error', message: 'Internal error' } } : reply,
  },
  {
    name: 'the answer of a placement has no id',
    foundBy: '2.3 the answer has id',
    reply: (reply, { method }) =>
      method === 'POST' ? changeRecord(({ id: _id, ...record }) => record)(reply, {} as Exchange) : reply,
  },
];
