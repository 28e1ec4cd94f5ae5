import type { RunningAreas } from '#machines/areas.ts';

/** What could not be loaded while relays refused: it is loaded again once one of them learned who the user is. */
const WAITING = ['feed', 'thread', 'profile'] as const;

export const loadAgain = (find: RunningAreas['find']) => () => {
  for (const area of WAITING) find(area)?.send({ type: 'relays.reachable' });
};
