import express, { type Request, type RequestHandler } from 'express';
import { Refusal } from '../refusal.ts';

/** A byte order mark stays in the text, where no JSON may begin with it. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LIMIT_BYTES = 256 * 1024;

/** Reads a body of any type as bytes, so that the type can be refused with a reason. Compressed bodies are refused. */
export const readBytes: RequestHandler = express.raw({ type: () => true, limit: LIMIT_BYTES, inflate: false });

/**
 * The JSON value of a request whose bytes `readBytes` read.
 *
 * @throws Refusal 415 where the type is not JSON, 400 where the bytes are not.
 */
export function jsonBody(request: Request): unknown {
  if (!isJson(request.get('Content-Type'))) {
    throw new Refusal(415, 'unsupported_media_type', 'Send Content-Type: application/json.');
  }
  const bytes: unknown = request.body;
  const value = parsed(bytes instanceof Buffer ? bytes : Buffer.of());
  if (value === undefined) {
    throw new Refusal(400, 'not_json', 'The body is not JSON in UTF-8.');
  }
  return value;
}

/** undefined, which no JSON says, for bytes that are not JSON. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes));
  } catch {
    return undefined;
  }
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return (
    type === 'application/json' &&
    parameters.every((part) => !part.startsWith('charset=') || /^charset="?utf-?8"?$/.test(part))
  );
}
