/** Prints `usage` for `--help`, and with what is at fault where the words cannot be read: the process then ends. */
export function readWords<T>(usage: string, read: (args: readonly string[]) => T): T {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return read(args);
  } catch (error) {
    // The further sentences of Node's are about other programs than these.
    const [fault = ''] = error instanceof Error ? error.message.split('. ') : [];
    process.stderr.write(`${fault}\n${usage}\n`);
    process.exit(2);
  }
}
