import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How a mail server fails whoever connects. */
export const brokenMailServers = {
  'accepts and never greets': () => undefined,
  'closes before it greets': (socket: Socket) => socket.end(),
  'closes before the message': (socket: Socket) => converse(socket, () => socket.destroy()),
  'hangs before the message': (socket: Socket) => converse(socket, () => undefined),
  'closes after the message': (socket: Socket) => {
    let isMessage = false;
    converse(socket, (line) => {
      if (isMessage) return socket.destroy();
      isMessage = line.startsWith('DATA');
      return socket.write(isMessage ? '354 go on\r\n' : '250 ok\r\n');
    });
  },
};

function converse(socket: Socket, answer: (line: string) => unknown): void {
  socket.on('data', (line) => answer(line.toString())).write('220 mail.example ESMTP\r\n');
}

/** Listens on loopback until it is closed; `callers` counts who connected. */
export async function startBrokenMailServer(kind: keyof typeof brokenMailServers) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    brokenMailServers[kind](socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    callers: () => sockets.length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
