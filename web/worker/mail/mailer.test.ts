import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer } from './mailer.ts';

/** A mail server that takes everything but what begins with `at`; '' is the connection itself, '.' the message's end. */
async function serverThatSays(answer: string, at: string): Promise<number> {
  const converse = (socket: Socket): void => {
    let isMessage = false;
    socket.on('error', () => undefined);
    const say = (text: string): unknown =>
      text.startsWith('421') ? socket.end(`${text}\r\n`) : socket.write(`${text}\r\n`);
    say(at === '' ? answer : '220 mail.example');
    createInterface({ input: socket }).on('line', (line) => {
      if (isMessage && line !== '.') return;
      isMessage = line.startsWith('DATA') && at !== 'DATA';
      if (at !== '' && line.startsWith(at)) say(answer);
      else say(isMessage ? '354 go on' : '250 ok');
    });
  };
  const server = createServer(converse);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const outcomeOf = async (answer: string, at: string): Promise<string> => {
  const smtp = {
    host: '127.0.0.1',
    port: await serverThatSays(answer, at),
    secure: false,
    requireTls: false,
    login: null,
  };
  const mailer = createMailer({ smtp, from: 'app@operator.example' }, 2_000);
  return (await mailer.send({ to: 'owner@shop.example', subject: 's', text: 't', html: '<p>h</p>' })).kind;
};

test.each([
  ['421 4.3.2 too many connections', ''],
  ['554 5.7.1 this network is not let in', ''],
  ['421 closing', 'EHLO'],
  ['530 5.7.0 authentication required', 'MAIL FROM'],
  ['454 4.7.0 too many messages', 'MAIL FROM'],
  ['421 4.7.0 too many messages', 'RCPT TO'],
  ['421 4.7.0 too many messages', '.'],
])('a server that says “%s” to “%s” refuses the app, and no address', async (answer, at) => {
  expect(await outcomeOf(answer, at)).toBe('unsent');
});

test.each([
  ['550 no such mailbox', 'RCPT TO'],
  ['450 mailbox is full', 'RCPT TO'],
  ['554 no such recipients', 'DATA'],
  ['552 too large', '.'],
])('one that says “%s” to “%s” refuses this message', async (answer, at) => {
  expect(await outcomeOf(answer, at)).toBe('refused');
});

test('one that takes all of it has it', async () => {
  expect(await outcomeOf('250 ok', '.')).toBe('sent');
});
