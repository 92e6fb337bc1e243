/** Bytes that all requests together may hold. */
export interface ByteBudget {
  /** False where there is no room for them. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createByteBudget(limitBytes: number): ByteBudget {
  let held = 0;
  return {
    take: (bytes) => {
      if (held + bytes > limitBytes) return false;
      held += bytes;
      return true;
    },
    give: (bytes) => {
      held -= bytes;
    },
  };
}
