/** A secret on its way: who carries it, for example in an event, cannot read it, and whoever takes it empties it. */
export type Sealed<Value> = {
  /** The value the first time, undefined ever after. */
  take(): Value | undefined;
};

/** Closes a secret up; it stays in memory only until it is taken. */
export const sealed = <Value>(value: Value): Sealed<Value> => {
  let kept: Value | undefined = value;
  return {
    take() {
      const taken = kept;
      kept = undefined;
      return taken;
    },
  };
};
