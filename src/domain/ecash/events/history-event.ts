import { WALLET_EVENT_MAX_BYTES, HISTORY_MAX_TAGS } from '#domain/ecash/ecash-limits.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { jsonBytes } from '#domain/protocol/request-shape.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import { readAmount, readTags, unreadable, valuesOf, type Tag } from './event-parts.ts';

/* History events (kind 7376, NIP-60): what came in or went out. They hold nothing that can be spent. */

/** A nutzap that was taken (kind 9321); `sender` in hex. */
export type RedeemedNutzap = { readonly event: string; readonly relay?: string; readonly sender?: string };

/** What a history event says (WEV-06). */
export type HistoryContent = {
  readonly direction: 'in' | 'out';
  readonly amount: number;
  readonly unit: string;
  readonly fee?: number;
  readonly mint?: string;
  readonly description?: string;
  /** ids of token events */
  readonly created: readonly string[];
  readonly destroyed: readonly string[];
  readonly reserved: readonly string[];
  /** named outside of what is encrypted (WEV-11) */
  readonly redeemed: readonly RedeemedNutzap[];
  /** Ys of what is in a token that left: other devices of the account do not count it */
  readonly given?: readonly string[];
  /** tags of the content that this app does not know */
  readonly rest: readonly Tag[];
};

const MARKERS = ['created', 'destroyed', 'reserved'] as const;
/** of this app alone */
const GIVEN = 'given';
const NAMES: ReadonlySet<string> = new Set(['direction', 'amount', 'unit', 'fee', 'mint', 'description', GIVEN]);

const markedWith = (tags: readonly Tag[], marker: string): readonly string[] =>
  tags.flatMap(([name, id, , mark]) => (name === 'e' && mark === marker && id !== undefined ? [id] : []));

const redeemedIn = (tags: readonly Tag[]): readonly RedeemedNutzap[] => {
  const senders = valuesOf(tags, 'p');
  const found = tags.filter(([name, id, , mark]) => name === 'e' && mark === 'redeemed' && id !== undefined);
  return found.map(([, event = '', relay = ''], index) => {
    // a sender is named once for all, or once for each
    const sender = senders.length === 1 ? senders[0] : senders[index];
    return { event, ...(relay !== '' && { relay }), ...(sender !== undefined && { sender }) };
  });
};

/** Reads the plain content of a history event and its open tags. Throws 'event-unreadable'. */
export const parseHistory = (plain: string, open: readonly Tag[]): HistoryContent => {
  const tags = readTags(plain).slice(0, HISTORY_MAX_TAGS);
  // nothing of a tag need be encrypted
  const all = [...tags, ...open.slice(0, HISTORY_MAX_TAGS)];
  const one = (name: string) => valuesOf(all, name)[0];
  const direction = one('direction');
  const given = valuesOf(tags, GIVEN);
  const [amount, fee, mint, description] = [
    readAmount(one('amount')),
    readAmount(one('fee')),
    one('mint'),
    one('description'),
  ];
  if ((direction !== 'in' && direction !== 'out') || amount === undefined) return unreadable();
  const marked: ReadonlySet<string> = new Set([...MARKERS, 'redeemed']);
  return {
    direction,
    amount,
    // it once stood beside the amount
    unit: one('unit') ?? all.find(([name]) => name === 'amount')?.[2] ?? DEFAULT_UNIT,
    ...(fee !== undefined && { fee }),
    ...(mint !== undefined && { mint }),
    ...(description !== undefined && { description }),
    created: markedWith(tags, 'created'),
    destroyed: markedWith(tags, 'destroyed'),
    reserved: markedWith(tags, 'reserved'),
    redeemed: [...redeemedIn(open.slice(0, HISTORY_MAX_TAGS)), ...redeemedIn(tags)],
    ...(given.length > 0 && { given }),
    rest: tags.filter(([name = '', , , mark = '']) => !NAMES.has(name) && !(name === 'e' && marked.has(mark))),
  };
};

/** As many as there is room for: an event that is too long no signer encrypts, and nothing behind it is told. */
const givenTags = (given: readonly string[], beside: readonly Tag[]): readonly Tag[] => {
  let room = WALLET_EVENT_MAX_BYTES - jsonBytes(beside);
  return given.flatMap((y) => {
    const tag = [GIVEN, y];
    room -= jsonBytes([tag]);
    return room < 0 ? [] : [tag];
  });
};

/** Writes a history event: what is to be encrypted, and the tags beside it. */
export const buildHistory = (
  said: HistoryContent,
): { readonly kind: number; readonly content: string; readonly tags: readonly Tag[] } => {
  const { direction, amount, unit, fee, mint, description, redeemed, given = [], rest } = said;
  const content: Tag[] = [
    ['direction', direction],
    ['amount', String(amount)],
    ['unit', unit],
    ...(fee === undefined ? [] : [['fee', String(fee)]]),
    ...(mint === undefined ? [] : [['mint', mint]]),
    ...(description === undefined ? [] : [['description', description]]),
    ...MARKERS.flatMap((marker) => said[marker].map((id) => ['e', id, '', marker])),
    ...rest,
  ];
  const senders = [...new Set(redeemed.flatMap(({ sender }) => sender ?? []))];
  return {
    kind: KIND.cashuTokenHistory,
    content: JSON.stringify([...content, ...givenTags(given, content)]),
    tags: [
      ...redeemed.map(({ event, relay = '' }) => ['e', event, relay, 'redeemed']),
      ...senders.map((sender) => ['p', sender]),
    ],
  };
};
