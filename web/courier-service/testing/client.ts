/** What tests read of answers; a field that an answer lacks is undefined at run time. */
export interface AnswerBody {
  id: string;
  state: string;
  status: string;
  message: string;
  code: string;
  errors: { field: string; message: string; candidates: string[] }[];
  distance_estimate: number;
  time_estimate: number;
  scheduled_slot: { start: string; end: string };
  resolved_dropoff: { coordinates: string; place: string | null };
  items: Record<string, unknown>[];
  deliveries: AnswerBody[];
  next_page: string | null;
  slots: { area: string; start: string; end: string; capacity: number; available: number }[];
  secret: string;
  [field: string]: unknown;
}

/** A client of the service in tests: plain HTTP, no code of the service. */
interface Answer {
  status: number;
  headers: Headers;
  body: AnswerBody;
}

export interface Client {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  place(fields?: Record<string, unknown>): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

/** The header that proves a key (interface section 5). */
export function basic(key: string, password = ''): string {
  return `Basic ${Buffer.from(`${key}:${password}`).toString('base64')}`;
}

let counter = 0;

/** A valid request body: both ends in Cape Town, by coordinates; `undefined` takes a field out. */
export function placementBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  counter += 1;
  return {
    pickup_address: '12 Loop Street, Cape Town',
    pickup_contact_name: 'Depot',
    pickup_contact_phone: '0215550101',
    pickup_coordinates: '-33.9205, 18.4180',
    dropoff_address: '3 Kloof Road, Sea Point',
    dropoff_contact_name: 'T. Naidoo',
    dropoff_contact_phone: '0825550102',
    dropoff_coordinates: '-33.9180, 18.3830',
    order_reference: `R-${process.pid}-${counter}`,
    ...fields,
  };
}

export function courierClient(url: string, key: string): Client {
  const call: Client['call'] = async (method, path, body, headers = {}) => {
    const text =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: basic(key),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text as string }),
    });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: parse(answer) };
  };
  return {
    call,
    place: (fields) => call('POST', '/v1/same-day-asap', placementBody(fields)),
    get: (path) => call('GET', path),
  };
}

function parse(text: string): AnswerBody {
  try {
    return JSON.parse(text) as AnswerBody;
  } catch {
    return { text } as unknown as AnswerBody;
  }
}
