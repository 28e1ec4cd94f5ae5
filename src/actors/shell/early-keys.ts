import { EARLY_KEYS_KEPT } from '#domain/shell/shell-limits.ts';

/** Presses that are heard before the code of the shortcuts is there. */
export type EarlyKeys = {
  /** Gives them over, once; from then on no more are kept. */
  take(): readonly KeyboardEvent[];
};

type Deps = {
  readonly document: Document;
  /** the first press came */
  readonly onFirst: () => void;
};

/** Whether a press could be for a shortcut: nobody types, and no control has the focus that uses keys itself. */
const isFree = ({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !isComposing && target instanceof Element && target.matches('body, main, article');

/** Keeps what is pressed while the code of the shortcuts is on its way, so that the first press is not lost. */
export const keepEarlyKeys = ({ document, onFirst }: Deps): EarlyKeys => {
  const kept: KeyboardEvent[] = [];
  const hear = (event: KeyboardEvent) => {
    if (!isFree(event) || kept.length === EARLY_KEYS_KEPT) return;
    if (kept.push(event) === 1) onFirst();
  };
  document.addEventListener('keydown', hear);
  return {
    take() {
      document.removeEventListener('keydown', hear);
      return kept.splice(0);
    },
  };
};
