import type { RunningAreas } from '#machines/areas.ts';
import type { Changing } from '#ports/session.ts';
import { createListeners } from '#domain/listeners.ts';

/** Whether another tab alone may move ecash, because the browser cannot say when that one is gone. */
export const createReadOnly = ({ follow }: Pick<RunningAreas, 'follow'>): Changing<boolean> => {
  const { tell, subscribe } = createListeners();
  let isSo = false;
  follow('ecash', (snapshot) => {
    if (snapshot.hasTag('read only') === isSo) return;
    isSo = !isSo;
    tell();
  });
  return { get: () => isSo, subscribe };
};
