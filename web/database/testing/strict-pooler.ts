import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface StrictPooler {
  /** The address of the server behind it, through the pooler. */
  url: string;
  close(): Promise<void>;
}

/** What PgBouncer takes without configuration. */
const known = new Set([
  ...['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone'],
  'standard_conforming_strings',
]);
const encryptionRequest = 80_877_103;

/** Stands before a PostgreSQL server as PgBouncer does: an unknown start-up parameter ends the connection. */
export async function startStrictPooler(serverUrl: string): Promise<StrictPooler> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    kept(client).once('data', (first) => admit(client, first, target, kept));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(serverUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: async () => {
      const closed = [...sockets, server].map((each) => once(each, 'close'));
      for (const socket of sockets) socket.destroy();
      server.close();
      await Promise.all(closed);
    },
  };
}

function admit(client: Socket, first: Buffer, target: URL, kept: (socket: Socket) => Socket): void {
  if (first.readInt32BE(4) === encryptionRequest) {
    client.write('N');
    client.once('data', (second) => admit(client, second, target, kept));
    return;
  }
  const words = first.subarray(8).toString('utf8').split('\0');
  const refused = words.filter((_word, index) => index % 2 === 0).find((name) => name !== '' && !known.has(name));
  if (refused !== undefined) {
    client.end(fatal(`unsupported startup parameter: ${refused}`));
    return;
  }
  const upstream = kept(connect(Number(target.port), target.hostname));
  upstream.on('close', () => client.destroy());
  upstream.write(first);
  upstream.pipe(client).pipe(upstream);
}

/** An ErrorResponse with SQLSTATE 08P01. */
function fatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`, 'utf8');
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
