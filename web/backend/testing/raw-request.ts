import { connect } from 'node:net';

const cutOff = ['EPIPE', 'ECONNRESET'];

/**
 * Sends bytes as they are and returns all that comes back until the server closes; nothing where it closed while the
 * client was still sending, which may cost the client the answer.
 */
export async function rawRequest(url: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.once('close', () => resolve(answer));
  socket.once('error', (error: NodeJS.ErrnoException) => {
    if (!cutOff.includes(error.code ?? '')) reject(error);
  });
  for (const part of parts) socket.write(part);
  return promise;
}
