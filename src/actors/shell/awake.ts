/** Of a page: what tells that it is stopped or put away, and that it goes on. */
export type AwakePage = {
  /** fires `pagehide` and `pageshow` */
  readonly window: EventTarget;
  /** fires `freeze` and `resume` */
  readonly document: EventTarget;
};

/** Calls back each time the page goes on after it was frozen, or is shown again after it was put away, until `signal`. */
export const onAwake = ({ window, document }: AwakePage, wake: () => void, signal?: AbortSignal): void => {
  const options = signal ? { signal } : {};
  document.addEventListener('resume', wake, options);
  window.addEventListener('pageshow', wake, options);
};

/**
 * Does something for as long as the page is awake: `begin` is given the end of that, at once and each time the page goes on.
 * `slept` is told when it is frozen or put away, after that end. Returns what ends it all.
 */
export const whileAwake = (page: AwakePage, begin: (signal: AbortSignal) => void, slept = () => {}): (() => void) => {
  const listening = new AbortController();
  const { signal } = listening;
  let awake: AbortController | undefined;
  const wake = () => {
    if (awake) return;
    awake = new AbortController();
    begin(awake.signal);
  };
  const sleep = () => {
    if (!awake) return;
    awake.abort();
    awake = undefined;
    slept();
  };
  page.document.addEventListener('freeze', sleep, { signal });
  page.window.addEventListener('pagehide', sleep, { signal });
  onAwake(page, wake, signal);
  wake();
  return () => {
    listening.abort();
    awake?.abort();
  };
};
