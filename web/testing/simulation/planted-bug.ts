/** One fault put into the production code while it is loaded: every `find` must stand there exactly once. */
export interface PlantedBug {
  name: string;
  edits: readonly { file: string; find: string; replace: string }[];
  /** Seen in a long outage of many orders only: one schedule has too few. */
  proof?: 'outage';
}

/** A fault of one edit. */
export const one = (name: string, file: string, find: string, replace: string): PlantedBug => ({
  name,
  edits: [{ file: `/web/${file}`, find, replace }],
});
