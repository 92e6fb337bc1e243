import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';
import type { Fault } from './fault-schema.ts';

const HTML = '<!doctype html><html lang="en"><title>Welcome</title><p>This domain is parked.</p></html>';

/** Meets a fault on one answer. True: the request goes on to the service; false: it has been answered or lost. */
export async function applyFault(fault: Fault, response: Response): Promise<boolean> {
  if (fault.delayMs > 0) {
    await pause(fault.delayMs);
  }
  switch (fault.kind) {
    case 'delay':
      return true;
    case 'reset_before':
      response.socket?.resetAndDestroy();
      return false;
    case 'hang_before':
      return false;
    case 'reset_after':
      return instead(response, () => response.socket?.resetAndDestroy());
    case 'hang_after':
      return instead(response, () => undefined);
    case 'cut':
      return instead(response, (chunk, end) => cutOff(response, chunk, end));
    case 'slow_body':
      return instead(response, (chunk, end) => trickle(response, chunk, end));
    case 'no_id':
      return instead(response, (chunk, end) => sendWithout(response, 'id', chunk, end));
    case 'no_slot':
      return instead(response, (chunk, end) => sendWithout(response, 'scheduled_slot', chunk, end));
    case 'merge':
      return instead(response, (chunk, end) => sendMerged(response, fault.body, chunk, end));
    case 'retry_after':
      replace(
        response,
        { ...fault, status: fault.status ?? 429, headers: { 'Retry-After': '1', ...fault.headers } },
        'status',
      );
      return false;
    default:
      return replaceAnswer(response, fault);
  }
}

type End = (chunk?: unknown) => void;

/** Lets the service do its work and then handles what it wanted to send. */
function instead(response: Response, handle: (chunk: Buffer, end: End) => void): boolean {
  const end: End = response.end.bind(response) as End;
  response.end = ((chunk?: unknown) => {
    response.end = end as typeof response.end;
    handle(bytesOf(chunk), end);
    return response;
  }) as typeof response.end;
  return true;
}

function bytesOf(chunk: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return chunk instanceof Buffer ? chunk : Buffer.of();
}

function replaceAnswer(response: Response, fault: Fault): boolean {
  const kind = fault.kind.replace(/_after$/, '');
  if (!fault.kind.endsWith('_after')) {
    replace(response, fault, kind);
    return false;
  }
  return instead(response, () => {
    for (const name of response.getHeaderNames()) {
      response.removeHeader(name);
    }
    replace(response, fault, kind);
  });
}

function replace(response: Response, fault: Fault, kind: string): void {
  const given = fault.body === undefined ? undefined : textOf(fault.body);
  const error = JSON.stringify({ status: 'error', message: 'A fault that was ordered.', code: 'ordered_fault' });
  const answers: Record<string, { status: number; type: string; body: string; headers?: Record<string, string> }> = {
    status: { status: 500, type: 'application/json', body: error },
    json: { status: 200, type: 'application/json', body: '{"ok":true}' },
    html: { status: 200, type: 'text/html', body: HTML },
    redirect: { status: 302, type: 'text/plain', body: '', headers: { Location: 'http://127.0.0.1:9/elsewhere' } },
    // A look-up that knows nothing of what is there.
    not_found: {
      status: 404,
      type: 'application/json',
      body: '{"status":"error","message":"No such delivery.","code":"not_found"}',
    },
    oversized: { status: 200, type: 'application/json', body: JSON.stringify({ filler: 'x'.repeat(fault.bytes) }) },
  };
  const answer = answers[kind] ?? { status: 500, type: 'application/json', body: error };
  response
    .status(fault.status ?? answer.status)
    .set({ 'Content-Type': answer.type, ...answer.headers, ...fault.headers });
  response.end(given ?? answer.body);
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function cutOff(response: Response, chunk: Buffer, end: End): void {
  response.flushHeaders();
  response.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => {
    response.socket?.destroy();
    end();
  });
}

/** One byte now and then nothing more: a body that never ends. */
function trickle(response: Response, chunk: Buffer, _end: End): void {
  response.flushHeaders();
  response.write(chunk.subarray(0, 1));
}

function sendWithout(response: Response, field: string, chunk: Buffer, end: End): void {
  const { [field]: _left, ...rest } = JSON.parse(chunk.toString()) as Record<string, unknown>;
  sendJson(response, rest, end);
}

/** The service's own answer with some of its fields said otherwise, e.g. an address as a geocoder writes it. */
function sendMerged(response: Response, fields: unknown, chunk: Buffer, end: End): void {
  sendJson(response, { ...(JSON.parse(chunk.toString()) as object), ...(fields as object) }, end);
}

function sendJson(response: Response, json: unknown, end: End): void {
  const body = Buffer.from(JSON.stringify(json));
  response.set('Content-Length', String(body.length));
  end(body);
}
