/** The active states that have no others inside, without the id of the chart: `['account.locked', 'keys.idle']`. */
export const innermost = (states: readonly string[], machine: string): readonly string[] =>
  states
    .filter((state) => !states.some((other) => other.startsWith(`${state}.`)))
    .map((state) => (state.startsWith(`${machine}.`) ? state.slice(machine.length + 1) : state));
