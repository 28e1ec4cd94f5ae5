import { CHANGES_TOLD_MS, AGES_TOLD_MS } from '#domain/inspector/inspector-limits.ts';
import { createListeners } from '#domain/listeners.ts';
import type { Changing } from '#ports/session.ts';

/** Those who want to be told that what is shown changed. */
export const createTelling = () => {
  const { tell: tellAll, subscribe } = createListeners();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let version = 0;
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    version += 1;
    tellAll();
  };
  return {
    subscribe,
    now: tell,
    soon: () => void (timer ??= setTimeout(tell, CHANGES_TOLD_MS)),
    /** A value that is made anew when it is asked for after a change. */
    value<Value>(make: () => Value): Changing<Value> {
      let made: { readonly version: number; readonly value: Value } | undefined;
      return {
        get() {
          if (made?.version !== version) made = { version, value: make() };
          return made.value;
        },
        subscribe,
      };
    },
    end: () => clearTimeout(timer),
  };
};

/** Those who want to be told that time went by: once a second from `start` to `stop`. `now` tells the others, too. */
export const createTicking = (others: Pick<ReturnType<typeof createTelling>, 'now'>) => {
  const telling = createTelling();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    timer = setTimeout(tick, AGES_TOLD_MS);
    telling.now();
  };
  return {
    now() {
      others.now();
      telling.now();
    },
    value: telling.value,
    start: () => void (timer ??= setTimeout(tick, AGES_TOLD_MS)),
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
