import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';
import { z } from 'zod';
import type { Cipher } from '../encryption.ts';

/*
 * A file in chunks, each encrypted and numbered, the last one marked: a file that was cut, mixed or changed is not read.
 * `{"format":…,"key":"<id>","salt":"…"}\n`, then for each chunk its length (4 bytes, the highest bit marks the last one),
 * tag (16 bytes) and ciphertext.
 */
const format = 'same-day-delivery backup 1';
const header = z.object({ format: z.literal(format), key: z.string(), salt: z.string() });
const lastBit = 0x8000_0000;
const mostHeaderBytes = 1_000;
const mostChunkBytes = 64 * 1024 * 1024;

/** Encrypts what goes through with the first key. */
export function sealing(cipher: Cipher): Transform {
  const salt = randomBytes(32);
  const head = `${JSON.stringify({ format, key: cipher.currentKeyId, salt: salt.toString('base64url') })}\n`;
  const key = cipher.fileKey(cipher.currentKeyId, salt);
  let index = 0;
  const seal = (chunk: Buffer, isLast: boolean): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((chunk.length + (isLast ? lastBit : 0)) >>> 0);
    const sealer = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(
      Buffer.concat([Buffer.from(head), length]),
    );
    index += 1;
    const encrypted = Buffer.concat([sealer.update(chunk), sealer.final()]);
    return Buffer.concat([length, sealer.getAuthTag(), encrypted]);
  };
  return new Transform({
    construct(done) {
      this.push(head);
      done();
    },
    transform: (chunk: Buffer, _encoding, done) => done(null, seal(chunk, false)),
    flush: (done) => done(null, seal(Buffer.alloc(0), true)),
  });
}

/**
 * What `sealing` encrypted, chunk by chunk.
 *
 * @throws Error where it is no such file, its key is not at hand, or it was cut or changed.
 */
export async function* unsealed(file: AsyncIterable<Buffer>, cipher: Cipher): AsyncGenerator<Buffer> {
  const bytes = reading(file);
  const opening = readHeader(await bytes.line(), cipher);
  for (let index = 0; ; index += 1) {
    const length = await bytes.take(4);
    const marked = length.readUInt32BE(0);
    const isLast = marked >= lastBit;
    const chunk = await bytes.take(16 + (isLast ? marked - lastBit : marked));
    yield open(opening, index, length, [chunk.subarray(0, 16), chunk.subarray(16)]);
    if (!isLast) continue;
    if (!(await bytes.isOver())) throw new Error(damaged);
    return;
  }
}

/** Takes bytes from what comes in parts. */
function reading(file: AsyncIterable<Buffer>) {
  const parts = file[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const part = await parts.next();
    if (!part.done) rest = Buffer.concat([rest, part.value]);
    return !part.done;
  };
  const cut = (at: number): Buffer => {
    const taken = rest.subarray(0, at);
    rest = rest.subarray(at);
    return taken;
  };
  return {
    take: async (count: number): Promise<Buffer> => {
      if (count > mostChunkBytes) throw new Error(damaged);
      while (rest.length < count) if (!(await more())) throw new Error(damaged);
      return cut(count);
    },
    line: async (): Promise<Buffer> => {
      while (!rest.includes('\n') && rest.length < mostHeaderBytes && (await more()));
      return cut(rest.indexOf('\n') + 1);
    },
    isOver: async (): Promise<boolean> => rest.length === 0 && !(await more()),
  };
}

const damaged = 'The file was cut off or changed: it is not read.';

interface Opening {
  head: Buffer;
  key: Buffer;
  keyId: string;
}

function readHeader(head: Buffer, cipher: Cipher): Opening {
  let read: unknown = null;
  try {
    read = JSON.parse(head.toString('utf8'));
  } catch {
    // Said below.
  }
  const parsed = header.safeParse(read);
  if (!parsed.success) throw new Error('The file is no backup of this app.');
  const { key: keyId, salt } = parsed.data;
  return { head, keyId, key: cipher.fileKey(keyId, Buffer.from(salt, 'base64url')) };
}

function open(
  { head, key, keyId }: Opening,
  index: number,
  length: Buffer,
  [tag, encrypted]: [Buffer, Buffer],
): Buffer {
  const opener = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: 16 })
    .setAAD(Buffer.concat([head, length]))
    .setAuthTag(tag);
  try {
    return Buffer.concat([opener.update(encrypted), opener.final()]);
  } catch (cause) {
    const otherKey = `The file was cut off or changed, or ENCRYPTION_KEYS holds another key under the name "${keyId}": it is not read.`;
    throw new Error(index === 0 ? otherKey : damaged, { cause });
  }
}

/** A key of its own per file lets the chunks be counted from 0. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}
