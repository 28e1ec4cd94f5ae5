import type { Coded } from '#domain/coded.ts';

/** What can go wrong with the app itself. */
export type ShellProblem = Coded<
  | 'unknown'
  | 'area-restarted'
  | 'code-not-loaded'
  | 'update-not-stored'
  /** the browser keeps nothing: a choice, or the relays, last until the page is closed */
  | 'choice-not-kept'
  | 'relays-not-kept'
>;
