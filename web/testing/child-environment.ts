const { PATH = '', NODE_COMPILE_CACHE, LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } = process.env;

/** Where the tests run at another hour, by `faketime`: the clock of what they start is theirs, as it is in the world. */
export const borrowedClock =
  FAKETIME === undefined ? {} : known({ LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC });

/** What a program that a test starts gets of this process's environment: where programs and their compiled code are, and the clock. */
export function childEnvironment(): Record<string, string> {
  return { PATH, ...known({ NODE_COMPILE_CACHE }), ...borrowedClock };
}

function known(variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
