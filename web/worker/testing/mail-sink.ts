import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as the server took it. */
interface ReceivedMail {
  from: string;
  to: string[];
  headers: string;
  /** Decoded. */
  text: string;
  html: string;
}

/** A real SMTP server on loopback that keeps what it is sent. */
export interface MailSink {
  url: string;
  mails: ReceivedMail[];
  /** Addresses it refuses. */
  refused: Set<string>;
  close(): Promise<void>;
}

export async function startMailSink(port = 0): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, callback) => callback(refused.has(address) ? new Error('no such mailbox') : null),
    onData: (stream, { envelope }, callback) => {
      buffer(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...readMail(raw.toString('utf8')) });
        callback();
      }, callback);
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.on('error', reject);
  const listening = server.listen(port, '127.0.0.1', resolve);
  await promise;
  const address = listening.address() as AddressInfo;
  return {
    ...{ url: `smtp://127.0.0.1:${address.port}`, mails, refused },
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** Headers unfolded, and the two parts of multipart/alternative. */
function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head.replace(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`);
  const part = (type: string) => decodePart(parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '');
  return { headers, text: part('text/plain'), html: part('text/html') };
}

function decodePart(part: string): string {
  const [head = '', ...body] = part.split('\r\n\r\n');
  const content = body.join('\r\n\r\n').replace(/\r\n/g, '\n');
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return content;
  const bytes = content
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
