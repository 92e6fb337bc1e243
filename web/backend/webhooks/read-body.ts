import type { IncomingMessage } from 'node:http';

/** The raw bytes of a request; `too_large` as soon as that is known; `aborted` where the sender went away. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | 'too_large' | 'aborted'> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limitBytes) return Promise.resolve('too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      resolve('too_large');
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', () => resolve('aborted'));
    request.on('close', () => resolve('aborted'));
  });
}
