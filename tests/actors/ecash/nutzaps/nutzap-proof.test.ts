import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNutzapProof, type NutzapProofDeps } from '#actors/ecash/nutzaps/nutzap-proof.ts';
import { notificationOfNutzap } from '#actors/wallet/nutzap-notifications.ts';
import { NUTZAP_COMMENT_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { readBareToken } from '#domain/ecash/tokens/read-token.ts';
import { fullId } from '#domain/ecash/mints/keyset.ts';
import { composeNutzap, readNutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import type { BareProof } from '#domain/ecash/proofs/bare-proof.ts';
import type { Lock } from '#domain/ecash/proof.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { coreWorld, testCore, type CoreWorld } from '#tests/support/core-world.ts';
import { openSharedRelays } from '#tests/support/shared-relays.ts';

const [ANNA, BEN] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(5)];
const ben = getPublicKey(BEN);
const KEY = getPublicKey(new Uint8Array(32).fill(7));
const NOTE = { id: 'e'.repeat(64), kind: KIND.textNote };

describe('nutzaps of others', { timeout: 60_000 }, () => {
  let world: CoreWorld;
  let proofs: readonly BareProof[];

  /** Ecash that the mint really signed, locked so; undefined: to nobody. */
  const signedFor = async (lock: Lock | undefined, amount = 21): Promise<readonly BareProof[]> => {
    const { core, mint, unit, keyset, parts, counters } = world;
    const inputs = await world.deposit(64);
    const [fee, { id }] = [await world.costOf(inputs), await keyset()];
    const counter = counters.get(id) ?? 0;
    const [keep, send] = [await parts(64 - amount - fee), await parts(amount)];
    const wish = { mint: mint.url, unit, keyset: id, counter, keep, send, ...(lock && { lock }) };
    const { outputs, used } = await core.prepareOutputs(wish);
    counters.set(id, counter + used);
    const made = await core.swap({ mint: mint.url, inputs, outputs });
    const sent = made.proofs.filter(({ role }) => role === 'send');
    const bare = readBareToken(await core.writeToken({ proofs: sent })).proofs;
    return bare.map((proof) => ({ ...proof, id: fullId(proof.id, [id]) }));
  };
  beforeAll(async () => {
    allowLoopback(true);
    world = await coreWorld();
    proofs = await signedFor({ pubkey: `02${KEY}` });
  });
  afterAll(async () => {
    allowLoopback(false);
    await world.stop();
  });

  const open = (info: string[][]) => {
    const relays = openSharedRelays(['wss://one.example']);
    const event = { kind: KIND.nutzapInfo, created_at: 1, content: '', tags: info };
    relays.keep(finalizeEvent(event, BEN) as NostrEvent);
    const core = testCore();
    return createNutzapProof({
      queryClient: createQueryClient(),
      requests: relays.requests,
      writeRelaysOf: async () => [],
      core: {
        areSigned: async (order: Parameters<typeof core.areSigned>[0]) => {
          await core.allow({ loopback: true });
          return core.areSigned(order);
        },
      },
    } as unknown as NutzapProofDeps);
  };
  const usual = () => [
    ['mint', world.mint.url, 'sat'],
    ['relay', 'wss://one.example'],
    ['pubkey', KEY],
  ];
  const sign = (tags: readonly (readonly string[])[], content = '', by = ANNA, at = 10): NostrEvent =>
    finalizeEvent({ kind: KIND.nutzap, created_at: at, content, tags: tags.map((tag) => [...tag]) }, by) as NostrEvent;
  const good = (comment = '') => {
    const draft = { recipient: ben, mint: world.mint.url, proofs, note: NOTE, comment, anonymous: false };
    const { tags, content } = composeNutzap(draft, { now: 10 });
    return { tags, content };
  };
  const withProof = (change: (proof: BareProof, at: number) => object) => [
    ...proofs.map((proof, at) => ['proof', JSON.stringify(change(proof, at))]),
    ...good().tags.filter(([name]) => name !== 'proof'),
  ];

  it('count for what their mint signed, each ecash once, with a comment of a bounded length', async () => {
    const prove = open(usual());
    const zap = sign(good().tags, 'x\n'.repeat(10_000));
    const [nutzap, ...more] = await prove([zap]);
    expect(more).toEqual([]);
    expect(nutzap).toMatchObject({ sats: 21, recipient: ben, noteId: NOTE.id, sender: getPublicKey(ANNA) });
    // with the sign that something was cut
    expect(nutzap!.comment.length).toBeLessThanOrEqual(NUTZAP_COMMENT_MAX_CHARACTERS + 1);
    expect(await prove([zap])).toHaveLength(1);
    // the same ecash for another note, and by somebody else
    const replays = [sign(withOther('f'.repeat(64)), ''), sign(good().tags, '', new Uint8Array(32).fill(9), 5)];
    expect(await prove(replays)).toEqual([]);
    expect(notificationOfNutzap(zap, nutzap!, 99)).toMatchObject({ type: 'zap', sats: 21, own: true, created_at: 10 });
  });

  it('count but for what a stranger named before in an event of an earlier time', async () => {
    const prove = open(usual());
    const [first] = proofs;
    const isProof = ([name]: readonly string[]) => name === 'proof';
    const part = [['proof', JSON.stringify(first)], ...good().tags.filter((tag) => !isProof(tag))];
    const early = sign(part, '', new Uint8Array(32).fill(9), 5);
    const sats = [first!.amount, 21 - first!.amount];
    expect(await prove([sign(good().tags), early])).toMatchObject(sats.map((each) => ({ sats: each })));
    expect(await prove([sign(good().tags)])).toMatchObject([{ sats: sats[1], proofs: proofs.slice(1) }]);
  });

  it.each(['{"signatures":["00"]}', 'none', 7, { signatures: 'x'.repeat(1_000) }])(
    'count without what their sender says opens them: the recipient alone does (%#)',
    async (witness) => {
      const zap = sign(withProof((proof) => ({ ...proof, witness: witness as string })));
      expect(readNutzap(zap, true)?.proofs).toEqual(proofs);
      expect(await open(usual())([zap])).toMatchObject([{ sats: 21 }]);
    },
  );

  const withOther = (id: string) => good().tags.map((tag) => (tag[0] === 'e' ? ['e', id] : tag));

  const set = (name: string, value: string) => () => good().tags.map((tag) => (tag[0] === name ? [name, value] : tag));
  const HOSTILE: Readonly<Record<string, () => readonly (readonly string[])[]>> = {
    'a mint that the recipient does not list': set('u', 'https://thief.example'),
    'no mint at all': () => good().tags.filter(([name]) => name !== 'u'),
    'two recipients': () => [...good().tags, ['p', getPublicKey(ANNA)]],
    'another recipient': set('p', 'f'.repeat(64)),
    'another unit': set('unit', 'usd'),
    'no proof': () => good().tags.filter(([name]) => name !== 'proof'),
    'the same proof twice': () => [...good().tags, good().tags[0]!],
    'an amount that lies': () => withProof((proof) => ({ ...proof, amount: proof.amount * 2 })),
    'an amount beyond all sats': () => withProof((proof) => ({ ...proof, amount: Number.MAX_SAFE_INTEGER })),
    'an amount below nothing': () => withProof((proof) => ({ ...proof, amount: -1 })),
    'no DLEQ': () => withProof(({ dleq: _, ...proof }) => proof),
    'a forged DLEQ': () => withProof((proof) => ({ ...proof, dleq: { ...proof.dleq, s: 'a'.repeat(64) } })),
    'one forged among good ones': () =>
      withProof((proof, at) => (at === 0 ? { ...proof, dleq: { ...proof.dleq, e: 'b'.repeat(64) } } : proof)),
    'a keyset that the mint does not have': () => withProof((proof) => ({ ...proof, id: '00aabbccddeeff00' })),
    'a lock to another key': () =>
      withProof((proof) => ({ ...proof, secret: proof.secret.replace(KEY, 'c'.repeat(64)) })),
    'no lock': () => withProof((proof) => ({ ...proof, secret: 'd'.repeat(64) })),
    'a lock that its sender opens later': () =>
      withProof((proof) => ({
        ...proof,
        secret: JSON.stringify([
          'P2PK',
          {
            nonce: '1',
            data: `02${KEY}`,
            tags: [
              ['locktime', '1'],
              ['refund', `02${ben}`],
            ],
          },
        ]),
      })),
    'proofs that are none': () => [['proof', '{'], ...good().tags.filter(([name]) => name !== 'proof')],
    'more proofs than any sum needs': () => [
      ...Array.from({ length: 200 }, (_, at) => ['proof', JSON.stringify({ ...proofs[0], secret: `${at}` })]),
      ...good().tags.filter(([name]) => name !== 'proof'),
    ],
  };
  it.each(Object.keys(HOSTILE))('count for nothing: %s', async (name) => {
    expect(await open(usual())([sign(HOSTILE[name]!())])).toEqual([]);
  });

  it.each<[string, Lock | undefined]>([
    ['locked to another key', { pubkey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' }],
    ['locked to the key of the identity', { pubkey: `02${ben}` }],
    ['which its sender can take back later', { pubkey: `02${KEY}`, locktime: 4_000_000_000, refund: [`02${ben}`] }],
    ['which its sender could take back by now', { pubkey: `02${KEY}`, locktime: 1, refund: [`02${ben}`] }],
    ['that anybody can take', undefined],
  ])('count for nothing with ecash of the mint %s', async (_, lock) => {
    const others = await signedFor(lock, 4);
    const rest = good().tags.filter(([name]) => name !== 'proof');
    const tags = [...others.map((proof) => ['proof', JSON.stringify(proof)]), ...rest];
    expect(await open(usual())([sign(tags)])).toEqual([]);
    const mixed = [...good().tags.filter(([name]) => name === 'proof'), ...tags];
    expect(await open(usual())([sign(mixed)])).toEqual([]);
  });

  it.each<[string, () => string[][]]>([
    [
      'the key of the identity',
      () => [
        ['mint', world.mint.url, 'sat'],
        ['pubkey', ben],
      ],
    ],
    ['no key', () => [['mint', world.mint.url, 'sat']]],
    [
      'another unit',
      () => [
        ['mint', world.mint.url, 'usd'],
        ['pubkey', KEY],
      ],
    ],
    ['no mint', () => [['pubkey', KEY]]],
  ])('count for nothing where the recipient names %s', async (_, info) => {
    expect(await open(info())([sign(good().tags)])).toEqual([]);
  });

  it('to oneself are none', () => expect(readNutzap(sign(good().tags, '', BEN), true)).toBeUndefined());
});
