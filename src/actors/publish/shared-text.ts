import { sharedText } from '#domain/app-launch.ts';
import { leakedSecret } from '#domain/leaked-secret.ts';
import type { Shared, SharedTexts } from '#domain/writing.ts';

type Deps = {
  /** first-paint.js keeps here with what the share target was opened */
  readonly window: { sharedSearch?: string | undefined };
};

/** What other apps shared, until the composer takes it. A text with a secret key in it is not even kept. */
export const createSharedTexts = ({ window }: Deps): SharedTexts => {
  const listeners = new Set<() => void>();
  let shared: Shared | undefined;
  const set = (value: Shared | undefined) => {
    shared = value;
    for (const listener of listeners) listener();
  };
  const offer = (text: string) => {
    const secret = leakedSecret(text);
    set(secret === undefined ? { text } : { secret });
  };
  const first = sharedText(window.sharedSearch ?? '');
  window.sharedSearch = undefined;
  if (first !== undefined) offer(first);
  return {
    get: () => shared,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    offer,
    take: () => set(undefined),
  };
};
