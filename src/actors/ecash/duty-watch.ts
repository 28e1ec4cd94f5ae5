import { atComing } from '#actors/shell/at-coming.ts';
import type { RunningAreas } from '#machines/areas.ts';

type Acting = Pick<RunningAreas, 'find' | 'follow'> & { readonly window: EventTarget };

/** Whether this tab acts for the account. */
export const acts = ({ find }: Pick<Acting, 'find'>): boolean => find('ecash')?.getSnapshot().hasTag('acts') === true;

/** Calls back when this tab comes to act, or may have a network again, until the returned function is called. */
export const onOccasion = ({ follow, window }: Pick<Acting, 'follow' | 'window'>, tell: () => void) => {
  const acting = atComing(tell);
  const leave = follow('ecash', (snapshot) => acting(snapshot.hasTag('acts')));
  window.addEventListener('online', tell);
  return () => {
    leave();
    window.removeEventListener('online', tell);
  };
};
