import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { isLoopback } from '#courier-client/base-url.ts';
import type { Config } from '#runtime/config.ts';
import { transportTo } from '#runtime/smtp-server.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

/** What the doctor takes from outside. */
export interface Machine {
  nodeVersion: string;
  /** Where shopify.app.toml is. */
  projectFolder: string;
  /** Where the panel's build should be. */
  panelFolder: string;
  /** Free bytes on the disk of a folder. */
  freeBytes(folder: string): Promise<number>;
  /** Epoch ms. */
  now(): number;
}

export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : '.');
  return bavail * bsize;
};

const gigabyte = 1e9;
const checkMs = 5_000;

/** What is found out without the database: this machine, the panel, the app's address, mail. */
export async function examineMachine(config: Config, machine: Machine): Promise<Finding[]> {
  return [
    examineNode(machine.nodeVersion),
    existsSync(join(machine.panelFolder, 'index.html'))
      ? fine('panel', 'The panel is built.')
      : problem(
          'panel',
          'The panel is not built: merchants see no page.',
          'Run `npm run build` and deploy what it makes.',
        ),
    await examineDisk(config, machine),
    await examineAddress(config),
    await examineMail(config),
    examineSupport(config),
  ];
}

function examineNode(version: string): Finding {
  const isNew = Number(version.split('.')[0]) >= 24;
  if (isNew) return fine('node', `Node ${version}.`);
  return problem(
    'node',
    `This is Node ${version}; the app needs Node 24.`,
    'Install Node 24, or start it by `npm start`.',
  );
}

async function examineDisk({ database }: Config, { freeBytes }: Machine): Promise<Finding> {
  const free = await freeBytes(database.url ? '.' : database.dataDir);
  const found = `${(free / gigabyte).toFixed(1)} GB are free on the disk.`;
  if (free >= gigabyte) return fine('disk', found);
  const isData = database.url === undefined;
  const what = isData ? `Only ${found} The embedded database stops when it is full.` : `Only ${found}`;
  return problem('disk', what, 'Make room, or use a larger disk.');
}

async function examineAddress({ appUrl, production }: Config): Promise<Finding> {
  const url = new URL(appUrl);
  if (url.protocol !== 'https:' && (production || !isLoopback(url.hostname))) {
    return problem(
      'app_address',
      `SHOPIFY_APP_URL (${url.host}) is not https.`,
      'Shopify and browsers need https: put a proxy with TLS before the app.',
    );
  }
  try {
    const response = await fetch(`${appUrl}/healthz`, { signal: AbortSignal.timeout(checkMs), redirect: 'manual' });
    const said: unknown = await response.json().catch(() => null);
    if (response.ok && JSON.stringify(said) === '{"status":"ok"}')
      return fine('app_address', `The app answers at ${appUrl}.`);
    return problem(
      'app_address',
      `What answers at ${appUrl} is not the app (${response.status}).`,
      'Check SHOPIFY_APP_URL, DNS and the proxy.',
    );
  } catch {
    return problem(
      'app_address',
      `Nothing answers at ${appUrl} from here.`,
      'Start the app (`npm start`); check SHOPIFY_APP_URL, DNS, TLS and the proxy.',
    );
  }
}

function examineSupport({ supportUrl }: Config): Finding {
  if (supportUrl) return fine('support', 'Texts that say support lead to SUPPORT_URL.');
  return warning(
    'support',
    'SUPPORT_URL is not set: texts tell merchants to ask the support of the app, and lead nowhere.',
    'Set SUPPORT_URL to an https: or mailto: address.',
  );
}

async function examineMail({ mail }: Config): Promise<Finding> {
  if (!mail)
    return warning(
      'mail',
      'SMTP_URL is not set: no merchant is told by e-mail what waits.',
      'Set SMTP_URL and MAIL_FROM.',
    );
  const { host, port } = mail.smtp;
  const transport = createTransport(transportTo(mail.smtp, checkMs));
  try {
    await transport.verify();
    return fine('mail', `The mail server ${host}:${port} lets the app in.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const what = code === 'EAUTH' ? 'refuses the login' : `cannot be used (${code})`;
    return problem(
      'mail',
      `The mail server ${host}:${port} ${what}.`,
      'Check SMTP_URL: host, port, smtp or smtps, user and password.',
    );
  } finally {
    transport.close();
  }
}
