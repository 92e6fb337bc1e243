import { vi } from 'vitest';

export interface Call {
  path: string;
  method: string;
  body: unknown;
  headers: Headers;
}

interface Answered {
  status?: number;
  body: unknown;
}

/** A fetch that answers as the backend would; `answer` gives status and body, or throws for a backend that is down. */
export function backend(answer: (call: Call) => Answered | Promise<Answered>) {
  const calls: Call[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (address, init) => {
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    const headers = new Headers(init?.headers);
    const call = { path: String(address), method: init?.method ?? 'GET', body, headers };
    calls.push(call);
    const { status = 200, body: answered } = await answer(call);
    return new Response(JSON.stringify(answered), { status, headers: { 'content-type': 'application/json' } });
  });
  return { fetch, calls };
}

/** As the backend answers where the shop has no such thing. */
export const notFound = {
  status: 404,
  body: { type: 'urn:same-day-delivery:problem:not-found', title: 'Not found', status: 404, detail: 'No such order.' },
};

/** Nobody answers. */
export function noBackend() {
  return backend(() => {
    throw new TypeError('Failed to fetch');
  });
}

/** All words on the screen, with the texts that elements carry as attributes. */
export function shownText(): string {
  const carried = [...document.body.querySelectorAll('[heading],[label],[error]')].flatMap((element) =>
    ['heading', 'label', 'error'].map((name) => element.getAttribute(name)),
  );
  return [document.body.textContent, ...carried].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');
}
