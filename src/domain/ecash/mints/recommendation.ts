import { isHex64, newest, tagsNamed, tagValue, type Filter, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import type { EventStamp } from '#domain/publish/compose.ts';
import { calmText, cutText } from '#domain/text/calm-text.ts';
import {
  MINTS_OF_PERSON,
  MINT_ADDRESSES_OF_EVENT,
  RECOMMENDED_MINTS_MAX,
  REVIEWS_OF_MINT,
  REVIEW_MAX_CHARACTERS,
  RECOMMENDING_AUTHORS_AT_ONCE,
  RECOMMENDATION_FILTERS_MOST,
  RECOMMENDATIONS_ASKED,
  MINT_ANNOUNCEMENTS_ASKED,
} from '#domain/ecash/ecash-limits.ts';
import { mintUrl } from './mint-url.ts';

/** What somebody says of a mint. `at` in seconds; the text is calm, and may be empty. */
export type Review = { readonly pubkey: string; readonly at: number; readonly text: string; readonly id: string };

/** A mint that people recommend whom the user follows, each once, those who say something about it first. */
export type RecommendedMint = {
  /** normalised */
  readonly url: string;
  readonly by: readonly Review[];
};

/** Which mints are recommended, and what the user says of them, by address. */
export type Recommendations = {
  readonly mints: readonly RecommendedMint[];
  readonly mine: Readonly<Record<string, Review>>;
};

const CASHU = String(KIND.mintAnnouncement);

const chunks = (authors: readonly string[]): readonly (readonly string[])[] =>
  Array.from(
    { length: Math.min(Math.ceil(authors.length / RECOMMENDING_AUTHORS_AT_ONCE), RECOMMENDATION_FILTERS_MOST) },
    (_, at) => authors.slice(at * RECOMMENDING_AUTHORS_AT_ONCE, (at + 1) * RECOMMENDING_AUTHORS_AT_ONCE),
  );

/** What relays are asked for: recommendations of mints of these people, and which of them they took back. */
export const recommendationFilters = (authors: readonly string[]): readonly Filter[] =>
  chunks(authors).flatMap((part) => [
    { kinds: [KIND.recommendation], authors: [...part], '#k': [CASHU], limit: RECOMMENDATIONS_ASKED },
    { kinds: [KIND.deletion], authors: [...part], '#k': [String(KIND.recommendation)], limit: RECOMMENDATIONS_ASKED },
  ]);

const isAnnouncement = (coordinate: string): boolean => {
  const [kind, pubkey] = coordinate.split(':');
  return kind === CASHU && isHex64(pubkey);
};

const coordinateOf = ({ kind, pubkey, tags }: NostrEvent): string =>
  `${kind}:${pubkey}:${tagValue({ tags }, 'd') ?? ''}`;

/** The newest of each person about each mint that was not taken back. */
const standing = (events: readonly NostrEvent[]): readonly NostrEvent[] => {
  const gone = new Map<string, number>();
  for (const { tags, pubkey, created_at: at } of events.filter(({ kind }) => kind === KIND.deletion))
    for (const [name, value = ''] of tags)
      if (name === 'a' || name === 'e')
        gone.set(`${pubkey} ${value}`, Math.max(at, gone.get(`${pubkey} ${value}`) ?? 0));
  const isGone = (event: NostrEvent) =>
    gone.has(`${event.pubkey} ${event.id}`) ||
    (gone.get(`${event.pubkey} ${coordinateOf(event)}`) ?? -1) >= event.created_at;
  const about = events.filter((event) => event.kind === KIND.recommendation && tagValue(event, 'k') === CASHU);
  return [...Map.groupBy(about, coordinateOf).values()]
    .map((versions) => newest(versions)!)
    .filter((event) => !isGone(event));
};

const addressIn = (text: string | undefined, loopback: boolean): readonly string[] => {
  try {
    return [mintUrl(text ?? '', loopback)];
  } catch {
    // no address of a mint: of another kind, of this device or the network around it, or no address at all
    return [];
  }
};

const addressesOf = (event: Pick<NostrEvent, 'tags'>, loopback: boolean): readonly string[] =>
  tagsNamed(event, 'u')
    .filter(([, , type = 'cashu']) => type === 'cashu')
    .slice(0, MINT_ADDRESSES_OF_EVENT)
    .flatMap(([, url]) => addressIn(url, loopback));

/** Announcements of mints that are recommended without an address, as what relays are asked for; none when there are none. */
export const announcementFilters = (events: readonly NostrEvent[], loopback: boolean): readonly Filter[] => {
  const named = standing(events)
    .filter((event) => addressesOf(event, loopback).length === 0)
    .flatMap((event) => tagsNamed(event, 'a').map(([, coordinate = '']) => coordinate))
    .filter(isAnnouncement)
    .slice(0, MINT_ANNOUNCEMENTS_ASKED)
    .map((coordinate) => coordinate.split(':'));
  if (named.length === 0) return [];
  const authors = [...new Set(named.map(([, pubkey = '']) => pubkey))];
  const names = [...new Set(named.map(([, , ...name]) => name.join(':')))];
  return [{ kinds: [KIND.mintAnnouncement], authors, '#d': names, limit: MINT_ANNOUNCEMENTS_ASKED }];
};

type Said = Review & { readonly url: string };

type Reading = {
  /** of recommendations, deletions and announcements, whoever wrote them */
  readonly events: readonly NostrEvent[];
  readonly follows: ReadonlySet<string>;
  readonly self: string | undefined;
  /** whether mints on this machine count */
  readonly loopback: boolean;
};

const saidBy = (own: readonly NostrEvent[], urlsOf: (event: NostrEvent) => readonly string[]): readonly Said[] => {
  const said = new Map<string, Said>();
  for (const event of own.toSorted((a, b) => b.created_at - a.created_at))
    for (const url of urlsOf(event))
      if (!said.has(url) && said.size < MINTS_OF_PERSON)
        said.set(url, {
          url,
          id: event.id,
          pubkey: event.pubkey,
          at: event.created_at,
          text: cutText(calmText(event.content.slice(0, REVIEW_MAX_CHARACTERS * 8)), REVIEW_MAX_CHARACTERS).trim(),
        });
  return [...said.values()];
};

const bySubstance = (a: Review, b: Review): number => Number(a.text === '') - Number(b.text === '') || b.at - a.at;

/** What the people whom the user follows recommend: what most of them do first. Of strangers nothing. */
export const readRecommendations = ({ events, follows, self, loopback }: Reading): Recommendations => {
  const announced = new Map(
    events
      .filter(({ kind }) => kind === KIND.mintAnnouncement)
      .toSorted((a, b) => a.created_at - b.created_at)
      .map((event) => [coordinateOf(event), addressesOf(event, loopback)] as const),
  );
  const urlsOf = (event: NostrEvent) => {
    const named = addressesOf(event, loopback);
    if (named.length > 0) return named;
    return tagsNamed(event, 'a')
      .slice(0, MINT_ADDRESSES_OF_EVENT)
      .flatMap(([, coordinate = '']) => announced.get(coordinate) ?? []);
  };
  const byAuthor = Map.groupBy(
    standing(events.filter(({ pubkey }) => follows.has(pubkey) || pubkey === self)),
    ({ pubkey }) => pubkey,
  );
  const of = (pubkey: string) => saidBy(byAuthor.get(pubkey) ?? [], urlsOf);
  const others = [...byAuthor.keys()].filter((pubkey) => pubkey !== self).flatMap(of);
  const mints = [...Map.groupBy(others, ({ url }) => url)]
    .map(([url, said]) => ({
      url,
      count: said.length,
      by: said
        .toSorted(bySubstance)
        .slice(0, REVIEWS_OF_MINT)
        .map(({ url: _, ...review }) => review),
    }))
    .toSorted((a, b) => b.count - a.count || a.url.localeCompare(b.url))
    .slice(0, RECOMMENDED_MINTS_MAX)
    .map(({ url, by }) => ({ url, by }));
  const mine = self === undefined ? [] : of(self);
  return { mints, mine: Object.fromEntries(mine.map(({ url, ...review }) => [url, review])) };
};

/** A recommendation of a mint (NIP-87); `name`: the public key by which the mint calls itself, or its address. */
export const recommendation = (
  { url, name, text }: { readonly url: string; readonly name: string; readonly text: string },
  { now, client }: EventStamp,
): EventTemplate => ({
  kind: KIND.recommendation,
  created_at: now,
  content: text.trim(),
  tags: [['d', name], ['k', CASHU], ['u', url, 'cashu'], ...(client === undefined ? [] : [['client', client]])],
});

/** Takes one's own recommendation back. */
export const withdrawal = ({ id, pubkey }: Review, name: string | undefined, { now }: EventStamp): EventTemplate => ({
  kind: KIND.deletion,
  created_at: now,
  content: '',
  tags: [
    ['e', id],
    ...(name === undefined ? [] : [['a', `${KIND.recommendation}:${pubkey}:${name}`]]),
    ['k', String(KIND.recommendation)],
  ],
});
