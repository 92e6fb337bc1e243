import { isLoopback } from '#courier-client/base-url.ts';

/** The operator's mail server, as `SMTP_URL` names it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); otherwise STARTTLS where the server offers it. */
  secure: boolean;
  /** Refuses a server without STARTTLS: a password never travels in the clear, but to this machine. */
  requireTls: boolean;
  login: { user: string; password: string } | null;
}

/** How it is reached by nodemailer; each step of a connection may take `stepMs`. */
export function transportTo({ host, port, secure, login, requireTls }: SmtpServer, stepMs: number) {
  return {
    ...{ host, port, secure, requireTLS: requireTls, disableFileAccess: true, disableUrlAccess: true },
    ...{ connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs, dnsTimeout: stepMs },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
  };
}

const form = 'must be smtp://[user:password@]host[:port] or smtps://…';

/** @returns the server, or what is wrong with the address, without its value. */
export function readSmtpUrl(value: string): SmtpServer | string {
  if (!URL.canParse(value)) return form;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  const secure = protocol === 'smtps:';
  if (!secure && protocol !== 'smtp:') return form;
  if (hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '') return form;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  try {
    const login =
      username === '' ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    const here = isLoopback(host);
    const defaultPort = secure ? 465 : 587;
    return { host, port: Number(port) || defaultPort, secure, requireTls: login !== null && !secure && !here, login };
  } catch {
    return `${form}, with special characters as %XX`;
  }
}
