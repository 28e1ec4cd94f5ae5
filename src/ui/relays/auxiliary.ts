import type { WhyRelay } from '#domain/cache/query-keys.ts';
import type { RelayHealth } from '#domain/relays/relay-health.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';

/** A relay the app uses besides those of the user. */
export type AuxiliaryRelay = {
  readonly url: string;
  readonly isOpen: boolean;
  /** how many people it is asked for; 0 when for nobody in particular */
  readonly people: number;
  /** it came in place of a dead relay */
  readonly isReplacement: boolean;
  readonly health: RelayHealth | undefined;
};

type Input = {
  readonly entries: readonly RelayEntry[];
  readonly profile: readonly string[];
  /** by URL: whether it is connected */
  readonly connections: Readonly<Record<string, boolean>>;
  readonly health: Readonly<Record<string, RelayHealth>>;
  readonly why: readonly (readonly WhyRelay[])[];
};

const peopleOf = (why: Input['why'], url: string): number =>
  new Set(why.flatMap((reasons) => reasons.filter(({ relay }) => relay === url).flatMap(({ authors }) => authors)))
    .size;

/** The relays that the app added by itself, the most useful first (SET-32). */
export const auxiliaryRelays = ({ entries, profile, connections, health, why }: Input): readonly AuxiliaryRelay[] => {
  const own = new Set([...entries.filter(({ source }) => source !== 'advisor').map(({ url }) => url), ...profile]);
  const replacements = new Set(entries.filter(({ source }) => source === 'advisor').map(({ url }) => url));
  const urls = new Set([...replacements, ...Object.keys(connections)].filter((url) => !own.has(url)));
  return [...urls]
    .map((url) => ({
      url,
      isOpen: connections[url] === true,
      people: peopleOf(why, url),
      isReplacement: replacements.has(url),
      health: health[url],
    }))
    .sort((a, b) => b.people - a.people || Number(b.isOpen) - Number(a.isOpen));
};
