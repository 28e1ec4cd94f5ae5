import { oneAtATime } from '#domain/one-at-a-time.ts';

type Watched<Value> = {
  /** Calls back whenever something else may be read, until the returned functions are called. */
  readonly watch: (look: () => void) => readonly (() => void)[];
  /** a failure says nothing, as undefined does */
  readonly read: () => Promise<Value | undefined>;
  /** is given what was read, and what was told before it */
  readonly tell: (now: Value, before: Value | undefined) => void;
  /** what two of them have in common that say the same; they are the same themselves unless given */
  readonly mark?: (value: Value) => unknown;
};

/** Reads now and whenever something changed, and tells what says something else than before, until the returned function is called. */
export const onChanged = <Value>({ watch, read, tell, mark = (value) => value }: Watched<Value>): (() => void) => {
  let [isOver, known]: [boolean, Value | undefined] = [false, undefined];
  const look = oneAtATime(async () => {
    const [now, before] = [await read().catch(() => undefined), known];
    if (isOver || now === undefined || (before !== undefined && mark(now) === mark(before))) return;
    known = now;
    tell(now, before);
  });
  const stops = watch(look);
  look();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
};
