import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends bytes as they are and gives the whole answer: for requests that no HTTP client would send. */
export async function rawRequest(url: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  for (const part of parts) socket.write(part);
  return text(socket);
}
