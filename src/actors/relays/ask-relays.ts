import { union } from '#domain/union.ts';
import { Failure } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { RelayAnswer } from '#actors/wire/relay-answer.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

type Request = Parameters<RelayRequests['fetch']>[0];

/** No relay said that it had told everything: what is missing may still exist. */
export class NoRelayAnswered extends Failure {
  override readonly name = 'NoRelayAnswered';
  constructor() {
    super({ code: 'no-relay-answered' });
  }
}

/** Whether at least one relay told everything it had. */
export const isAnswered = ({ outcomes }: RelayAnswer): boolean => outcomes.some(({ outcome }) => outcome === 'eose');

/** Asks the relays once. Rejects with NoRelayAnswered when none answered and nothing came. */
export const askRelays = async (requests: RelayRequests, request: Request): Promise<readonly NostrEvent[]> => {
  const answer = await requests.fetch(request);
  if (answer.events.length === 0 && !isAnswered(answer)) throw new NoRelayAnswered();
  return answer.events;
};

/** Where kind 0 is asked for: the read relays, the profile relay and the indexers. */
export const metadataRelays = (requests: RelayRequests): string[] =>
  union(requests.relays('read'), requests.relays('profile'), requests.relays('indexer'));

/** Where lists of people and relays are asked for: the read relays and the indexers. */
export const listRelays = (requests: RelayRequests): string[] =>
  union(requests.relays('read'), requests.relays('indexer'));
