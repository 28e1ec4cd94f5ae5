import type { Coded } from '#domain/coded.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';

/** What can go wrong with what is saved between visits. */
export type CacheProblem =
  | Coded<
      | 'saved-notes-unreadable'
      | 'storage-full'
      | 'storage-missing'
      /** all was to be cleared: the caches were, but what is saved of them cannot be removed */
      | 'copy-kept'
      /** all was to be cleared: the caches were */
      | 'still-logged-in'
      /** the same, and the ecash has changed since the user was asked */
      | 'ecash-kept'
    >
  /** `because`: when something is known of it */
  | { readonly code: 'not-cleared'; readonly because: KeyProblem | undefined };
