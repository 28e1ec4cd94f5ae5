import type { NostrEvent } from '#domain/protocol/event.ts';
import { sampleInvoice, writeZap } from './engagement.ts';
import type { Key } from './signer.ts';
import type { World } from './world.ts';

/** All the bitcoin there will ever be but a little. */
const MADE_UP_SATS = 2_099_999_000_000_000;
const COMMENT = 'Forged: nobody paid this.';

/** Changes the last digit of a hex string. */
const flipEnd = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');

/** Receipts that anybody can sign, for a payment that nobody made; all are well signed themselves. */
export function writeForgedZaps(world: World, note: NostrEvent, at: number): readonly [what: string, NostrEvent][] {
  const mallory = world.signer.keyOf('mallory');
  const known = world.member('ines');
  const askedBy = (payer: Key, content = COMMENT) =>
    world.post(payer, {
      kind: 9734,
      at,
      content,
      tags: [
        ['relays', ...world.relayUrls.slice(0, 1)],
        ['p', note.pubkey],
        ['e', note.id],
      ],
    });
  const quoting = (request: unknown, sats = MADE_UP_SATS) =>
    world.post(mallory, {
      kind: 9735,
      at,
      tags: [
        ['p', note.pubkey],
        ['e', note.id],
        ['bolt11', sampleInvoice(sats, JSON.stringify(request), at).invoice],
        ['description', JSON.stringify(request)],
      ],
    });
  const own = askedBy(mallory);
  const genuine = writeZap(world, note, known, 21, at).tags.find(([name]) => name === 'description')?.[1] ?? '';
  const { id: _id, sig: _sig, ...unsigned } = { ...own, pubkey: known.pubkey };
  return [
    ['zap receipt with an empty request', quoting({})],
    ['zap receipt with an unsigned request', quoting(unsigned)],
    ['zap receipt with a forged signature', quoting({ ...own, sig: flipEnd(own.sig) })],
    ['zap receipt with the request of another', quoting({ ...own, pubkey: known.pubkey })],
    ['zap receipt with a changed comment', quoting({ ...own, content: `${COMMENT} Thanks!` })],
    ['zap receipt by its own payer', quoting(own)],
    ['zap receipt that repeats a request', quoting(JSON.parse(genuine), 21)],
  ];
}
