import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

export interface SharedBackends {
  /** The address of the server behind it, through the pooler. */
  url: string;
  /** Which backend is given to whoever asks next. */
  give(index: 0 | 1): void;
  /** From here on the other one after each transaction, as where many ask. */
  takeTurns(): void;
  close(): Promise<void>;
}

/** Authentication is over, and the backend is idle. */
const admitted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const idle = admitted.subarray(-6);
const terminate = 0x58;

/** Stands before a PostgreSQL server as a pooler in transaction mode does: all clients share two backends, and what is prepared there. */
export async function startSharedBackends(serverUrl: string): Promise<SharedBackends> {
  const backends = [await openBackend(serverUrl), await openBackend(serverUrl)];
  const clients = new Set<Socket>();
  let given = 0;
  let asking: { client: Socket; backend: Socket | undefined } | null = null;
  let inTurns = false;
  const waiting: [Socket, Buffer][] = [];
  /** A backend is another client's only once it is idle, however early the last one stopped listening. */
  const ask = (client: Socket, question: Buffer): void => {
    if (asking !== null && asking.client !== client) {
      waiting.push([client, question]);
      return;
    }
    asking ??= { client, backend: backends[given] };
    asking.backend?.write(question);
  };
  for (const backend of backends) {
    let end = Buffer.alloc(0);
    backend.on('data', (answer) => {
      asking?.client.write(answer);
      end = Buffer.concat([end, answer]).subarray(-idle.length);
      if (!end.equals(idle)) return;
      if (inTurns) given = 1 - given;
      asking = null;
      for (const [client, question] of waiting.splice(0)) ask(client, question);
    });
  }
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    client.once('data', () => {
      client.write(admitted);
      client.on('data', (question) => {
        if (question[0] !== terminate) ask(client, question);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    give: (index) => {
      given = index;
    },
    takeTurns: () => {
      inTurns = true;
    },
    close: async () => {
      const closed = [...clients, ...backends, server].map((each) => once(each, 'close'));
      for (const socket of [...clients, ...backends]) socket.destroy();
      server.close();
      await Promise.all(closed);
    },
  };
}

/** A connection that is past its start, without the driver that began it. */
async function openBackend(serverUrl: string): Promise<Socket> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  return stream.removeAllListeners().on('error', () => undefined);
}
