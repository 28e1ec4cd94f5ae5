import { describe, expect, it } from 'vitest';
import { readNutzapInfo } from '#domain/ecash/nutzap-info.ts';
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
});
