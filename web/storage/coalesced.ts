/** Calls `act` at once; whoever asks within `intervalMs` after it shares one more call when they are over. */
export function coalesced(intervalMs: number, act: () => void): () => void {
  let isResting = false;
  let wasAsked = false;
  const ask = (): void => {
    wasAsked = isResting;
    if (isResting) return;
    isResting = true;
    act();
    setTimeout(() => {
      isResting = false;
      if (wasAsked) ask();
    }, intervalMs).unref();
  };
  return ask;
}
