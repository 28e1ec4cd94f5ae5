import type { Coded } from '#domain/coded.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';

/** What can go wrong with what is saved between visits. */
export type CacheProblem =
  | Coded<
      | 'saved-notes-unreadable'
      | 'storage-full'
      | 'storage-missing'
      /** all was to be cleared: the caches were */
      | 'still-logged-in'
      /** the same, and the ecash has changed since the user was asked */
      | 'ecash-kept'
      /** the same, and perhaps some of the ecash was deleted, too */
      | 'ecash-left'
    >
  /** all was to be cleared: the caches were, but what is saved of them cannot be removed; nor was the ecash that was to go */
  | { readonly code: 'copy-kept'; readonly ecash?: 'kept' }
  /** the same, and not even all caches were cleared; nobody is logged in any more */
  | { readonly code: 'caches-kept'; readonly ecash?: 'kept' }
  /** `because`: when something is known of it */
  | { readonly code: 'not-cleared'; readonly because: KeyProblem | undefined };
