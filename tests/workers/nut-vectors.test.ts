import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, it } from 'vitest';
import { keysetIdOf, verifyKeyset } from '#domain/ecash/mints/keyset.ts';
import type { KeysetKeys } from '#domain/ecash/mints/mint.ts';
import keysets from '#tests/domain/ecash/nut-02.json' with { type: 'json' };
import { seededOutput, yOf } from '#workers/ecash/cashu.ts';
import { checkSeed } from '#workers/ecash/secrets.ts';

type Vector = { id: string; unit: string; feePpk: number; expiry?: number; keys: KeysetKeys };

describe('vectors of the standard', () => {
  it.each(keysets as unknown as readonly Vector[])('[TOKEN-11] [TOKEN-12] NUT-02: the id $id', (keyset) => {
    expect(keysetIdOf(keyset)).toBe(keyset.id);
    expect(() => verifyKeyset(keyset)).not.toThrow();
    expect(() => verifyKeyset({ ...keyset, keys: { ...keyset.keys, 1: `02${'11'.repeat(32)}` } })).toThrow(
      'keyset-unverified',
    );
  });

  it('[TOKEN-12] an id of version 01 is another one for another unit and another end', () => {
    const long = (keysets as unknown as readonly Vector[]).filter(({ id }) => id.startsWith('01'));
    expect(long.length).toBeGreaterThan(0);
    for (const keyset of long)
      for (const other of [{ unit: 'usd' }, { expiry: (keyset.expiry ?? 0) + 1 }])
        expect(keysetIdOf({ ...keyset, ...other })).not.toBe(keyset.id);
  });

  it('[TOKEN-17] NUT-00: the names of proofs', () => {
    const y = (last: number) => yOf(`${'\0'.repeat(31)}${String.fromCodePoint(last)}`);
    expect([0, 1, 2].map(y)).toEqual([
      '024cce997d3b518f739663b757deaec95bcd9473c30a14ac2fd04023a739d1a725',
      '022e7158e11c9506f1aa4248bf531298daa7febd6194f003edcd9b93ade6253acf',
      '026cdbe15362df59cd1dd3c9c11de8aedac2106eca69236ecd9fbe117af897be4f',
    ]);
  });

  const seed = mnemonicToSeedSync('half depart obvious quality work element tank gorilla view sugar picture humble');
  const made = (keyset: string, counter: number) => {
    const { secret, blindingFactor } = seededOutput(seed, keyset, counter, 1);
    const text = new TextDecoder().decode(Uint8Array.from(secret.match(/../g)!, (pair) => Number.parseInt(pair, 16)));
    return [text, BigInt(blindingFactor).toString(16).padStart(64, '0')];
  };

  it('[TOKEN-24] NUT-13: secrets that words lead back to, of keysets of version 00', () => {
    expect([0, 1, 4].map((counter) => made('009a1f293253e41e', counter))).toEqual([
      [
        '485875df74771877439ac06339e284c3acfcd9be7abf3bc20b516faeadfe77ae',
        'ad00d431add9c673e843d4c2bf9a778a5f402b985b8da2d5550bf39cda41d679',
      ],
      [
        '8f2b39e8e594a4056eb1e6dbb4b0c38ef13b1b2c751f64f810ec04ee35b77270',
        '967d5232515e10b81ff226ecf5a9e2e2aff92d66ebc3edf0987eb56357fd6248',
      ],
      [
        '576c23393a8b31cc8da6688d9c9a96394ec74b40fdaf1f693a6bb84284334ea0',
        '5f09bfbfe27c439a597719321e061e2e40aad4a36768bb2bcc3de547c9644bf9',
      ],
    ]);
  });

  it('[TOKEN-21] a seed has 128 to 512 bits, and is bytes', () => {
    for (const bytes of [16, 32, 64]) expect(checkSeed(new Uint8Array(bytes))).toHaveLength(bytes);
    for (const wrong of [new Uint8Array(15), new Uint8Array(65), '00'.repeat(32), undefined, [...seed]])
      expect(() => checkSeed(wrong)).toThrow('seed-size');
  });

  it('NUT-13: and of version 01', () => {
    const id = '015ba18a8adcd02e715a58358eb618da4a4b3791151a4bee5e968bb88406ccf76a';
    expect([0, 1, 4].map((counter) => made(id, counter))).toEqual([
      [
        'db5561a07a6e6490f8dadeef5be4e92f7cebaecf2f245356b5b2a4ec40687298',
        '6d26181a3695e32e9f88b80f039ba1ae2ab5a200ad4ce9dbc72c6d3769f2b035',
      ],
      [
        'b70e7b10683da3bf1cdf0411206f8180c463faa16014663f39f2529b2fda922e',
        'bde4354cee75545bea1a2eee035a34f2d524cee2bb01613823636e998386952e',
      ],
      [
        '5e89fc5d30d0bf307ddf0a3ac34aa7a8ee3702169dafa3d3fe1d0cae70ecd5ef',
        '5550337312d223ba62e3f75cfe2ab70477b046d98e3e71804eade3956c7b98cf',
      ],
    ]);
  });
});
