import { z } from 'zod';

/** What a document that the server drew was drawn from: the panel begins with it where it would have to ask otherwise. */
export const firstView = z.object({
  language: z.string(),
  /** When the answers were read, epoch milliseconds. */
  readAt: z.number(),
  /** For which window. */
  drawnFor: z.enum(['phone', 'desktop']),
  /** By path and query of the API, e.g. `/api/overview`. */
  answers: z.record(z.string(), z.unknown()),
});
export type FirstView = z.infer<typeof firstView>;

/** The module of the panel's build that draws a screen on the server. */
export interface PanelDrawing {
  /** Paths of the API whose answers a screen begins with; none for a screen that is drawn in the browser only. */
  firstCalls(address: URL): string[];
  /** The panel's language for a locale of the admin. */
  languageOf(locale: string | null): string;
  /** The screen as HTML. @throws Error where an answer is missing or not what the contract says. */
  draw(address: URL, view: FirstView): Promise<string>;
}
