import { nip44 } from 'nostr-tools';
import { finalizeEvent, getEventHash, verifyEvent } from 'nostr-tools/pure';
import { describe, expect, it } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import {
  GIFT_WRAP,
  giftWrap,
  makeMessage,
  makeRumor,
  mayOpenWrap,
  messageRelays,
  openWrap,
  SEAL,
  type Rumor,
} from '#domain/messages/gift-wrap.ts';
import { WRAP_BACK_S } from '#domain/protocol/protocol-limits.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { keySigner } from '#tests/support/key-signer.ts';

const NOW = 1_700_000_000;
const [ann, ben, eve] = [keySigner(1), keySigner(2), keySigner(3)];
const wrapping = { now: NOW, random: () => 0.5 };

const message = (content = 'hello') => makeMessage({ from: ann.pubkey, to: ben.pubkey, content, now: NOW });
const wrapped = (rumor: Rumor = message(), signer: Signer = ann) => giftWrap(signer, ben.pubkey, rumor, wrapping);

/** A wrap of a seal that nobody checked. */
const wrapOf = (seal: object, { tags = [['p', ben.pubkey]] }: { tags?: string[][] } = {}): NostrEvent =>
  finalizeEvent(
    {
      kind: GIFT_WRAP,
      created_at: NOW,
      tags,
      content: nip44.encrypt(JSON.stringify(seal), nip44.getConversationKey(eve.secret, ben.pubkey)),
    },
    eve.secret,
  );

const sealOf = async (rumor: object, { kind = SEAL, tags = [] as string[][], by = eve } = {}) => {
  const content = await by.nip44!.encrypt(ben.pubkey, JSON.stringify(rumor));
  return await by.signEvent({ kind, created_at: NOW, tags, content });
};

describe('gift wraps', () => {
  it('says in private what only the one it is for can open', async () => {
    const wrap = await wrapped();
    expect(verifyEvent({ ...wrap, tags: wrap.tags.map((tag) => [...tag]) })).toBe(true);
    expect(wrap).toMatchObject({ kind: GIFT_WRAP, tags: [['p', ben.pubkey]] });
    expect(wrap.pubkey).not.toBe(ann.pubkey);
    expect(await openWrap(wrap, ben, NOW)).toEqual({ wrap, rumor: message() });
    expect(await openWrap(wrap, eve, NOW)).toBeUndefined();
  });

  it('is made under another key each time, and at a time that tells nothing', async () => {
    const early = await giftWrap(ann, ben.pubkey, message(), { now: NOW, random: () => 0.999 });
    const other = await wrapped();
    expect(early.pubkey).not.toBe(other.pubkey);
    expect(early.created_at).toBeGreaterThanOrEqual(NOW - WRAP_BACK_S);
    expect(early.created_at).toBeLessThan(NOW - WRAP_BACK_S + 1_000);
    expect(other.created_at).toBe(NOW - WRAP_BACK_S / 2);
  });

  it('refuses a message that is too long, and a signer that cannot encrypt', async () => {
    await expect(wrapped(message('x'.repeat(41_000)))).rejects.toMatchObject({ problem: { code: 'message-too-long' } });
    await expect(wrapped(message(), { ...ann, nip44: undefined })).rejects.toMatchObject({
      problem: { code: 'message-no-cipher' },
    });
    const refusing = { ...ann, nip44: { ...ann.nip44!, encrypt: () => Promise.reject(new Error('no')) } };
    await expect(wrapped(message(), refusing)).rejects.toMatchObject({ problem: { code: 'message-refused' } });
    expect(await openWrap(await wrapped(message('x'.repeat(39_000))), ben, NOW)).toBeDefined();
  });

  it('refuses a seal that the signer changed', async () => {
    const changing: Signer = { ...ann, signEvent: (template) => ann.signEvent({ ...template, tags: [['p', 'x']] }) };
    await expect(wrapped(message(), changing)).rejects.toMatchObject({ problem: { code: 'signature-wrong' } });
  });

  it.each<readonly [string, () => Promise<NostrEvent>]>([
    ['says another author than the one who sealed it', async () => wrapOf(await sealOf(message()))],
    [
      'is sealed by a forged signature',
      async () => wrapOf({ ...(await sealOf(message(), { by: ann })), sig: '0'.repeat(128) }),
    ],
    ['is sealed by another kind', async () => wrapOf(await sealOf(message(), { by: ann, kind: 1 }))],
    ['has a seal with tags', async () => wrapOf(await sealOf(message(), { by: ann, tags: [['p', ben.pubkey]] }))],
    ['says another id', async () => wrapOf(await sealOf({ ...message(), content: 'changed' }, { by: ann }))],
    ['is no event', async () => wrapOf(await sealOf([1, 2], { by: ann }))],
    ['holds no seal', async () => wrapOf([])],
    ['has tags that are no texts', async () => wrapOf(await sealOf({ ...message(), tags: [[1]] }, { by: ann }))],
    [
      'has more tags than anybody needs',
      async () =>
        wrapOf(
          await sealOf(makeRumor({ ...message(), tags: Array.from({ length: 101 }, () => ['x']) }, ann.pubkey), {
            by: ann,
          }),
        ),
    ],
    [
      'expired',
      async () =>
        wrapOf(await sealOf(message(), { by: ann }), {
          tags: [
            ['p', ben.pubkey],
            ['expiration', '5'],
          ],
        }),
    ],
    [
      'holds a seal that expired',
      async () => wrapOf(await sealOf(message(), { by: ann, tags: [['expiration', String(NOW)]] })),
    ],
    [
      'holds a message that expired',
      async () => {
        const old = makeRumor({ ...message(), tags: [['expiration', String(NOW - 1)]] }, ann.pubkey);
        return wrapOf(await sealOf(old, { by: ann }));
      },
    ],
    ['is for somebody else', async () => wrapOf(await sealOf(message(), { by: ann }), { tags: [['p', ann.pubkey]] })],
  ])('gives nothing of one that %s', async (_, make) => {
    expect(await openWrap(await make(), ben, NOW)).toBeUndefined();
  });

  it('takes what is well made by others, also with an expiry that is not over', async () => {
    const rumor = makeRumor({ ...message(), tags: [['expiration', String(NOW + 1)]] }, ann.pubkey);
    const seal = await sealOf(rumor, { by: ann, tags: [['expiration', String(NOW + 5)]] });
    expect(await openWrap(wrapOf(seal), ben, NOW)).toMatchObject({ rumor: { content: 'hello', pubkey: ann.pubkey } });
    expect(rumor.id).toBe(getEventHash({ ...rumor, tags: rumor.tags.map((tag) => [...tag]) }));
  });

  it('does not even try what is too long to be one', async () => {
    const wrap = await wrapped();
    expect(mayOpenWrap(wrap, ben.pubkey, NOW)).toBe(true);
    expect(mayOpenWrap({ ...wrap, content: 'x'.repeat(90_000) }, ben.pubkey, NOW)).toBe(false);
    expect(mayOpenWrap({ ...wrap, kind: 1 }, ben.pubkey, NOW)).toBe(false);
  });

  it('rejects when the signer does', async () => {
    const refusing = { ...ben, nip44: { ...ben.nip44!, decrypt: () => Promise.reject(new Error('no')) } };
    await expect(openWrap(await wrapped(), refusing, NOW)).rejects.toThrow('no');
    await expect(openWrap(await wrapped(), { ...ben, nip44: undefined }, NOW)).rejects.toMatchObject({
      problem: { code: 'message-no-cipher' },
    });
  });

  it('reads where somebody wants messages', async () => {
    const list = await ben.signEvent({
      kind: 10_050,
      created_at: NOW,
      tags: [['relay', 'wss://inbox.example'], ['relay'], ['r', 'wss://other.example']],
      content: '',
    });
    expect(messageRelays(list)).toEqual(['wss://inbox.example']);
    expect(messageRelays(undefined)).toEqual([]);
    expect(messageRelays({ ...list, kind: 10_002 })).toEqual([]);
  });
});
