import type { AnyActorRef } from 'xstate';

/**
 * Tells of an actor that a chart keeps, now and after each change of it; undefined where there is none. `follow` gives the one that
 * is there, at once and as often as the chart changes. Until the returned function is called.
 */
export const followChild = <Child extends AnyActorRef>(
  follow: (look: (child: Child | undefined) => void) => () => void,
  tell: (child: Child | undefined) => void,
): (() => void) => {
  let known: Child | undefined;
  let leave = () => {};
  const leaveChart = follow((child) => {
    if (child && child === known) return;
    known = child;
    leave();
    // of one that fails its chart tells
    const subscription = child?.subscribe({ next: () => tell(child), error: () => {} });
    leave = () => subscription?.unsubscribe();
    tell(child);
  });
  return () => {
    leave();
    leaveChart();
  };
};
