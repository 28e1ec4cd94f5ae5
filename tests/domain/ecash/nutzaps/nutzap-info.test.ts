import { describe, expect, it } from 'vitest';
import { mintsToName, readNutzapInfo } from '#domain/ecash/nutzaps/nutzap-info.ts';
import { NUT_DLEQ, NUT_LOCKS } from '#domain/ecash/mints/nuts.ts';
import type { MintRow } from '#domain/ecash/ledger/wallet-record.ts';
import { KIND } from '#domain/protocol/kinds.ts';

const OWNER = 'ab'.repeat(32);
const read = (pubkey: string) => {
  const tags = [
    ['mint', 'https://mint.example', 'sat'],
    ['pubkey', pubkey],
  ];
  return readNutzapInfo(
    { kind: KIND.nutzapInfo, pubkey: OWNER, tags, content: '', created_at: 1, id: '', sig: '' },
    false,
  );
};

describe('how somebody takes nutzaps', () => {
  it('is by a key that opens what is locked to it: what lies on no curve, or is that of their identity, is none', () => {
    const key = 'd'.repeat(64);
    expect(read(key)).toMatchObject({ owner: OWNER, pubkey: `02${key}` });
    expect(read(`03${key}`)).toMatchObject({ pubkey: `02${key}` });
    for (const wrong of [OWNER, `03${OWNER}`, '', '0'.repeat(64), `02${'f'.repeat(64)}`])
      expect(read(wrong)).toBeUndefined();
  });

  it('is at mints that can lock it, and at none that another device has left', () => {
    const row = (url: string, nuts: readonly number[], leftAt?: number) =>
      ({
        url,
        addedAt: 0,
        tally: {},
        facts: { info: { nuts } },
        ...(leftAt === undefined ? {} : { leftAt }),
      }) as unknown as MintRow;
    const [LOCKS, BARE, LEFT] = ['https://b.example', 'https://a.example', 'https://c.example'];
    const both = [NUT_LOCKS, NUT_DLEQ];
    expect(mintsToName([row(LOCKS, both), row(BARE, [NUT_LOCKS]), row(LEFT, both, 1)])).toEqual([LOCKS]);
  });
});
