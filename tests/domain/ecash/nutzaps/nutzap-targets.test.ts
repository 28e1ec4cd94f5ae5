import { describe, expect, it } from 'vitest';
import { NUTZAP_SENT_RELAYS_MOST } from '#domain/ecash/ecash-limits.ts';
import { mintsInCommon, nutzapTargets } from '#domain/ecash/nutzaps/nutzap-targets.ts';

const mint = (url: string, balance: number) => ({ url, balance });
const ours = [mint('a', 5), mint('b', 0), mint('c', 9), mint('d', 1)];

describe('mints that both use', () => {
  it('stand as the recipient lists them; those with something as the most is there', () => {
    const { both, common } = mintsInCommon(ours, [mint('b', 0), mint('a', 0), mint('x', 0), mint('c', 0)]);
    expect(both.map(({ url }) => url)).toEqual(['b', 'a', 'c']);
    expect(common).toEqual([mint('c', 9), mint('a', 5)]);
  });

  it('are none where the recipient names none', () => {
    expect(mintsInCommon(ours, [])).toEqual({ both: [], common: [] });
  });
});

describe('relays of a nutzap', () => {
  it('are those that its recipient names for it, then those they read, each once and not too many', () => {
    expect(nutzapTargets(['a', 'b'], ['b', 'c'])).toEqual(['a', 'b', 'c']);
    const many = Array.from({ length: NUTZAP_SENT_RELAYS_MOST }, (_, index) => `r${index}`);
    expect(nutzapTargets(many, ['c'])).toEqual(many);
  });
});
