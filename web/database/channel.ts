/** Returns `channel` when both engines take it literally as a name. */
export function checkChannel(channel: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) {
    throw new TypeError(`Not a channel name: ${channel}`);
  }
  return channel;
}
