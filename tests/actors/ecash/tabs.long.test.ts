import { expect, it } from 'vitest';
import { rushInTabs } from '#tests/support/ecash-tabs.ts';

const TABS = 4;
const EACH = 6;

it(
  '[PROOF-07] [PROOF-08] four tabs at once, while the one that acts is closed again and again: no number of the seed twice, nothing lost, nobody is told of a failure',
  {
    timeout: 240_000,
  },
  async () => {
    const { done, cut, told, faults, failovers } = await rushInTabs({
      seed: 'tabs',
      tabs: TABS,
      each: EACH,
      closeAfter: 4,
    });
    expect(faults).toEqual([]);
    expect(told).toEqual([]);
    expect(done + cut).toBe(TABS * EACH);
    expect(failovers.length).toBeGreaterThan(1);
  },
);
