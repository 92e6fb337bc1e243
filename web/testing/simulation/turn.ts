/** Resolves when every promise that could settle has settled: Node takes up the next tick once no microtask is left. */
export function turn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
