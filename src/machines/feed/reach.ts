/** Whether notes can be fetched at all, as the connections change; told by the slot `watch relays`. */
export type ReachFact = { readonly type: 'relays.reachable' } | { readonly type: 'relays.unreachable' };

/** What the slots `watch late` and `catch up` tell: a relay that was late, given up or away sends notes after all. */
export type LateFact = { readonly type: 'notes.late' };

/** The region of a chart that hears of it; what is shown and failed is asked for again by the action `ask failed anew`. */
export const reachWatch = {
  initial: 'watched',
  on: { 'relays.reachable': { actions: 'ask failed anew' } },
  states: {
    watched: { invoke: { id: 'watch relays', src: 'watch relays', onError: 'unwatched' } },
    unwatched: { description: 'Only a refresh finds out that relays can be reached again.' },
  },
} as const;

/**
 * The parts of a state that asks relays: where they came back meanwhile and it was in vain, that is told again after it, which
 * is the action `tell reach` of the chart.
 */
export const hearsReach = {
  initial: 'asked',
  states: {
    asked: { on: { 'relays.unreachable': 'away' } },
    away: { on: { 'relays.reachable': 'reached' } },
    reached: { description: 'Relays can be reached again since it was asked.', exit: 'tell reach' },
  },
} as const;

/** The states of a list that relays did not tell; a relay that comes back and the event `refresh` lead out of them. */
export const notReached = <Refresh extends string>(refresh: Refresh) => {
  type Exits = { readonly [Type in Refresh]: 'loading.away' } & { readonly 'relays.reachable': 'loading' };
  const on = { 'relays.reachable': 'loading', [refresh]: 'loading.away' } as Exits;
  return {
    offline: { description: 'No relay can be reached; what was loaded before is shown.', tags: 'offline', on },
    failed: { tags: 'failed', on },
    'no relays': { tags: 'no relays', on },
  } as const;
};
