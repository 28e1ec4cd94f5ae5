/** All was to be cleared; the caches were, and what came after them failed. Its message is for the user. */
export class StillLoggedIn extends Error {
  override readonly name = 'StillLoggedIn';

  constructor(cause?: unknown) {
    super('The caches were cleared, but you are still logged in. Please try again.', { cause });
  }
}
