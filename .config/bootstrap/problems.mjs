/** Something that the reader can mend: shown as a message, without a stack. */
export class InstallProblem extends Error {}

/** What the end of npm's output means in words, and what to do about it. */
const HINTS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'The npm registry could not be reached. Check the network, the proxy and `npm config get registry`, then run the command again.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_/i,
    "The certificate of the npm registry is not trusted. Set NODE_EXTRA_CA_CERTS (or npm's `cafile`) to your authority's file.",
  ],
  [/E401|E403/, 'The npm registry refused access. Check the credentials in your .npmrc.'],
  [/ENOSPC/, 'The disk is full: about 900 MB are needed. Free some space, then run the command again.'],
  [
    /EACCES|EPERM|EROFS/,
    "A file could not be written. Check who owns this folder and npm's cache (`npm config get cache`).",
  ],
  [/ETARGET|E404/, 'A package version is not on the npm registry in use. Check `npm config get registry`.'],
  [
    /EUSAGE|in sync/,
    'package.json and package-lock.json do not fit together. Run `npm install`, then the command again.',
  ],
  [/EBADENGINE/, 'The Node on your PATH is too old. Install Node 20 or newer.'],
];

/**
 * @param {string} output what npm printed
 * @param {string} outcome how it ended, such as "exit code 1"
 */
export function installFailure(output, outcome) {
  const hint = HINTS.find(([pattern]) => pattern.test(output))?.[1] ?? 'Remove node_modules and run the command again.';
  const lastLines = output.trim().split('\n').slice(-12).join('\n');
  return new InstallProblem(
    `Installing the packages failed (npm ci, ${outcome}). npm said:\n\n${lastLines}\n\n${hint}`,
  );
}

/**
 * @param {{ needed: number, own: string, isBundled: boolean, version: string | undefined }} found `own`: of the Node on
 *   the PATH; `isBundled`: whether the npm package "node" is here, and `version` what its program says
 */
export function noNode({ needed, own, isBundled, version }) {
  const why = isBundled
    ? `the npm package "node" has ${version ?? 'no program for this machine'}. Its install script may have been blocked:`
    : 'only the packages for production are here, which bring no Node of their own.';
  const todo = isBundled
    ? `run \`npm rebuild node\` and the command again, or install Node ${needed}.`
    : `Install Node ${needed}, or run \`npm ci\`, which brings it with the packages for development; then the command again.`;
  return new InstallProblem(`This needs Node ${needed}; on your PATH is ${own}, and ${why} ${todo}`);
}
