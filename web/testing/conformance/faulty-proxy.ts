import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../loopback-server.ts';
import type { Exchange, PlantedBug } from './planted-bugs.ts';

export interface FaultyProxy {
  url: string;
  close(): Promise<void>;
}

/** Puts a bug between the suite and a right service. */
export async function startFaultyProxy(target: string, key: string, bug: PlantedBug): Promise<FaultyProxy> {
  const server = createServer(async (request, response) => {
    const exchange = await readExchange(request);
    const changed = bug.request?.(exchange, key) ?? exchange;
    const answer = await forward(target, changed, request.headers['content-type']);
    const reply = bug.reply?.(answer, changed) ?? answer;
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json));
  });
  return listenOnLoopback(server);
}

async function readExchange(request: IncomingMessage): Promise<Exchange> {
  const raw = await text(request);
  const { method = 'GET', url: path = '/', headers } = request;
  return { method, path, authorization: headers.authorization, body: parse(raw) };
}

async function forward(target: string, exchange: Exchange, contentType: string | undefined) {
  const { method, path, authorization, body } = exchange;
  const response = await fetch(`${target}${path}`, {
    method,
    headers: { ...(authorization ? { authorization } : {}), ...(contentType ? { 'content-type': contentType } : {}) },
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
  return { status: response.status, json: await response.json() };
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
