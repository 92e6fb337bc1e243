let next: Promise<void> | null = null;

/**
 * Resolves when every promise that could settle has settled. Schedules that run side by side in one process share the
 * turn of the event loop: each takes one step in it, and none sees another.
 */
export function turn(): Promise<void> {
  next ??= new Promise((resolve) => {
    setImmediate(() => {
      next = null;
      resolve();
    });
  });
  return next;
}
