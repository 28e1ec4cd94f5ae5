/** Starts once, when it is first wanted; anew where that failed. */
export const startOnce = <Started>(start: () => Promise<Started>): (() => Promise<Started>) => {
  let starting: Promise<Started> | undefined;
  return () =>
    (starting ??= start().catch((error: unknown) => {
      starting = undefined;
      throw error;
    }));
};

/** A function whose code comes when it is first called. */
export const lazily = <Given extends unknown[], Done>(start: () => Promise<(...given: Given) => Promise<Done>>) => {
  const started = startOnce(start);
  return async (...given: Given): Promise<Done> => (await started())(...given);
};
