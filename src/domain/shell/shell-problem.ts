import type { Coded } from '#domain/coded.ts';

/** What can go wrong with the app itself. */
export type ShellProblem =
  /** nothing wrong: payments came in by the Lightning address of the ecash wallet */
  | { readonly code: 'address-paid'; readonly sats: number }
  | Coded<
      | 'unknown'
      | 'area-restarted'
      | 'code-not-loaded'
      | 'update-not-stored'
      /** of this device: what others write is dropped as dated ahead */
      | 'clock-slow'
      /** the browser keeps nothing: a choice, or the relays, last until the page is closed */
      | 'choice-not-kept'
      | 'relays-not-kept'
    >;
