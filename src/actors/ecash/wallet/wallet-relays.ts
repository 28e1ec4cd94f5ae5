import { writesTo } from '#domain/relays/relay-permission.ts';
import { union } from '#domain/union.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { AreaRefs } from '#machines/areas.ts';
import { findMints } from './found-mints.ts';
import type { Purse } from './purse.ts';

type Deps = {
  readonly requests: Pick<RelayRequests, 'relays' | 'fetch'>;
  readonly directory: () => AreaRefs['relay-directory'];
};

/** The relays of an account. */
export const relaysOfAccount = ({ requests }: Pick<Deps, 'requests'>): readonly string[] =>
  union(requests.relays('read'), requests.relays('write'));

/** The relays of a fresh browser that take events. */
export const freshRelays = ({ directory }: Pick<Deps, 'directory'>): readonly string[] =>
  directory()
    .getSnapshot()
    .context.defaults.entries.filter(({ permission }) => writesTo(permission))
    .map(({ url }) => url);

/** The mints that relays name for words: whoever has but the words knows no other relays than the first ones. */
export const mintsOfWords = (deps: Deps, { core }: Pick<Purse, 'core'>, whose: { readonly borrowed: boolean }) => {
  const relays = () => union(relaysOfAccount(deps), freshRelays(deps));
  return findMints({ requests: deps.requests, core, relays }, whose);
};
