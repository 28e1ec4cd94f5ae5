import { newest } from '#domain/protocol/event.ts';
import { readNutzapInfo } from '#domain/ecash/nutzap-info.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { union } from '#domain/union.ts';
import type { AuthorRelays } from '#actors/relays/author-relays.ts';
import { isAnswered, listRelays, NoRelayAnswered } from '#actors/relays/ask-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

type PersonKeyDeps = {
  readonly requests: RelayRequests;
  readonly authorRelays: AuthorRelays;
  readonly loopback: () => boolean;
};

/**
 * Asks for the key that people want ecash locked to, each time anew: one that was changed since opens nothing. Undefined when they
 * published none; rejects when no relay answers.
 */
export const createPersonKey =
  ({ requests, authorRelays, loopback }: PersonKeyDeps) =>
  async (pubkey: string): Promise<string | undefined> => {
    const { writes } = await authorRelays({ pubkey, relays: [] });
    const filters = [{ kinds: [KIND.nutzapInfo], authors: [pubkey], limit: 1 }];
    const answer = await requests.fetch({ filters, relays: union(writes, listRelays(requests)) });
    const own = answer.events.filter((event) => event.kind === KIND.nutzapInfo && event.pubkey === pubkey);
    if (own.length === 0 && !isAnswered(answer)) throw new NoRelayAnswered();
    return readNutzapInfo(newest(own), loopback())?.pubkey;
  };
