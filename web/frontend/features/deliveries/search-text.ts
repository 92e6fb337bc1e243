import { useLocation } from 'react-router';

/** What was searched for, by a number that stands for it in the browser's history: the text itself is in this page's memory only. */
const texts = new Map<string, string>();

/** The text that this entry of the history searches for; '' after a reload. */
export function useSearchText(): string {
  const { state }: { state: unknown } = useLocation();
  return texts.get(keyIn(state)) ?? '';
}

/** The state of an entry of the history that searches for a text. */
export function searchState(text: string): { search: string } | null {
  if (text === '') return null;
  // Not counted on: a number given before a reload would stand for another text after it.
  const search = crypto.randomUUID();
  texts.set(search, text);
  return { search };
}

function keyIn(state: unknown): string {
  const search = typeof state === 'object' && state !== null && 'search' in state ? state.search : '';
  return typeof search === 'string' ? search : '';
}
