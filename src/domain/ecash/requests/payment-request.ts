import { calmText, cutText } from '#domain/text/calm-text.ts';
import { decodeNip19, encodeWithRelays } from '#domain/protocol/nip19.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { isLoopback, isPublicHost } from '#domain/relays/public-host.ts';
import { SATS_EVER } from '#domain/units.ts';
import { readCreq, writeCreqB, type RawRequest, type RawTransport } from './creq.ts';
import {
  REQUEST_ID_MAX_CHARACTERS,
  REQUEST_MEMO_MAX_CHARACTERS,
  REQUEST_MINTS_MOST,
} from '#domain/ecash/ecash-limits.ts';
import type { ParcelWay } from '#domain/ecash/ledger/parcel.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import type { Lock } from '#domain/ecash/proof.ts';
import { lockPubkey } from '#domain/ecash/proofs/pubkey.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';

/** A request to be paid in sats, as far as this wallet can pay it. */
export type PaymentRequest = {
  /** stands in the payment, so that it is recognised */
  readonly id: string | undefined;
  /** undefined: as much as whoever pays likes */
  readonly amount: number | undefined;
  readonly isSingleUse: boolean;
  /** empty: any */
  readonly mints: readonly string[];
  readonly memo: string | undefined;
  /** the preferred one first; empty where it knows of none that this wallet does */
  readonly ways: readonly ParcelWay[];
  readonly lock: Lock | undefined;
  /** the same for both forms of a request: what makes it out */
  readonly key: string;
};

const fail = (code: 'request-amount' | 'request-unreadable' | 'request-mints' | 'request-lock'): never => {
  throw new EcashError({ code });
};

/** The address that a payment may be posted to: of the public network, by https. `loopback`: over the sample network. */
export const postUrl = (text: string, loopback: boolean): string | undefined => {
  const url = text.length <= 2_000 ? URL.parse(text) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  const isHere = loopback && isLoopback(url.hostname);
  if (isHere && url.protocol === 'http:') return url.href;
  return url.protocol === 'https:' && isPublicHost(url.hostname) ? url.href : undefined;
};

const wayOf = ({ t, a, g = [] }: RawTransport, loopback: boolean): ParcelWay | undefined => {
  if (t === 'post') {
    const url = postUrl(a, loopback);
    return url === undefined ? undefined : { type: 'post', url };
  }
  if (t !== 'nostr') return undefined;
  const nips = g.flatMap(([name, ...values]) => (name === 'n' ? values : []));
  const person = decodeNip19(a);
  if ((nips.length > 0 && !nips.includes('17')) || (person?.prefix !== 'npub' && person?.prefix !== 'nprofile'))
    return undefined;
  const relays = person.prefix === 'nprofile' ? relayHints(person.relays) : [];
  return { type: 'message', pubkey: person.hex, relays };
};

/** What of a lock this wallet makes: one key, a time after which others open it, and nothing that it does not know. */
const lockOf = ({ k, d, t = [] }: NonNullable<RawRequest['nut10']>): Lock => {
  const tags = new Map(t.map(([name = '', ...values]) => [name, values]));
  const [[signatures], [flag], [locktime]] = [
    tags.get('n_sigs') ?? [],
    tags.get('sigflag') ?? [],
    tags.get('locktime') ?? [],
  ];
  const known = ['n_sigs', 'sigflag', 'locktime', 'refund'];
  const isKnown =
    k === 'P2PK' &&
    tags.size === t.length &&
    [...tags.keys()].every((name) => known.includes(name)) &&
    (signatures ?? '1') === '1' &&
    (flag ?? 'SIG_INPUTS') === 'SIG_INPUTS';
  if (!isKnown) return fail('request-lock');
  const seconds = locktime === undefined ? undefined : Number(locktime);
  if (seconds !== undefined && (!Number.isSafeInteger(seconds) || seconds <= 0)) return fail('request-lock');
  const refund = tags.get('refund');
  try {
    return {
      pubkey: lockPubkey(d),
      ...(seconds !== undefined && { locktime: seconds }),
      ...(refund && refund.length > 0 && { refund: refund.map(lockPubkey) }),
    };
  } catch {
    return fail('request-lock');
  }
};

const mintsOf = (named: readonly string[], loopback: boolean): readonly string[] => {
  const urls = named.slice(0, REQUEST_MINTS_MOST).flatMap((text) => {
    try {
      return [mintUrl(text, loopback)];
    } catch {
      return [];
    }
  });
  if (named.length > 0 && urls.length === 0) return fail('request-mints');
  return [...new Set(urls)];
};

const memoOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : cutText(calmText(text), REQUEST_MEMO_MAX_CHARACTERS) || undefined;

const keyOf = (raw: RawRequest): string => {
  try {
    return writeCreqB(raw);
  } catch {
    return JSON.stringify(raw);
  }
};

/**
 * Reads a payment request and judges it. Throws an EcashError for what cannot be paid whatever one does: damaged, of another unit,
 * an amount that does not exist, no mint that can be one, a lock that this wallet does not make.
 */
export const readPaymentRequest = (text: string, loopback: boolean): PaymentRequest => {
  const raw = readCreq(text);
  const { i, a, u, s = false, m = [], d, t = [], nut10 } = raw;
  if ((i?.length ?? 0) > REQUEST_ID_MAX_CHARACTERS) return fail('request-unreadable');
  if (u !== undefined && u !== DEFAULT_UNIT)
    throw new EcashError({ code: 'request-unit', unit: cutText(calmText(u), 20) });
  // an amount of nothing in particular
  if (a !== undefined && u === undefined) return fail('request-unreadable');
  if (a !== undefined && (a <= 0 || a > SATS_EVER)) return fail('request-amount');
  return {
    id: i,
    amount: a,
    isSingleUse: s,
    mints: mintsOf(m, loopback),
    memo: memoOf(d),
    ways: t.flatMap((transport) => wayOf(transport, loopback) ?? []),
    lock: nut10 && lockOf(nut10),
    key: keyOf(raw),
  };
};

/** What one asks for. */
export type RequestWish = {
  readonly id: string;
  readonly amount?: number;
  readonly memo?: string;
  readonly mints: readonly string[];
  readonly isSingleUse: boolean;
  /** who asks, and on which relays they take private messages */
  readonly pubkey: string;
  readonly relays: readonly string[];
  /** the key of the wallet, when what is paid is to be locked to it */
  readonly lock?: string;
};

/** A request of one's own, as it is written. */
export const rawRequestOf = ({
  id,
  amount,
  memo,
  mints,
  isSingleUse,
  pubkey,
  relays,
  lock,
}: RequestWish): RawRequest => ({
  i: id,
  ...(amount !== undefined && { a: amount }),
  u: DEFAULT_UNIT,
  s: isSingleUse,
  m: mints,
  ...(memo !== undefined && { d: memo }),
  t: [{ t: 'nostr', a: encodeWithRelays('nprofile', pubkey, relays), g: [['n', '17']] }],
  ...(lock !== undefined && { nut10: { k: 'P2PK', d: lock } }),
});
