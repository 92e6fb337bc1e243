/** One thing that the doctor looked at. */
export interface Finding {
  /** A stable name of what was looked at. */
  check: string;
  status: 'ok' | 'warning' | 'problem';
  /** What was found. */
  what: string;
  /** What to do; empty where nothing is to be done. */
  todo: string;
}

export const fine = (check: string, what: string): Finding => ({ check, status: 'ok', what, todo: '' });
export const warning = (check: string, what: string, todo: string): Finding => ({
  check,
  status: 'warning',
  what,
  todo,
});
export const problem = (check: string, what: string, todo: string): Finding => ({
  check,
  status: 'problem',
  what,
  todo,
});
