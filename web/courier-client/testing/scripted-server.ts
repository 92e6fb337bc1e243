import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a server of the tests does with one connection, once its request has arrived whole. */
export type Script = (socket: Socket, request: string, nth: number) => void;

/** A TCP server on loopback that answers byte for byte as told, well formed or not. */
export async function startScriptedServer(script: Script) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isWhole(received)) return;
      const request = received;
      received = '';
      requests.push(request);
      script(socket, request, requests.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sockets,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A whole answer with its true length. */
export function httpAnswer(status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(body);
  const fields = { 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Words\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, end));
  return text.length - end - 4 >= Number(length?.[1] ?? 0);
}
