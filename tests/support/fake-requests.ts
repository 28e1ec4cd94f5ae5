import type { NostrEvent } from '#domain/protocol/event.ts';
import type { RelayAnswer } from '#actors/wire/relay-answer.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

type Request = Parameters<RelayRequests['fetch']>[0];
type Answer = { events?: readonly NostrEvent[]; outcomes?: RelayAnswer['outcomes'] };

export const RELAYS = {
  read: ['wss://one.example', 'wss://two.example'],
  write: ['wss://one.example'],
  indexer: ['wss://index.example'],
  profile: ['wss://profile.example'],
};

export const EOSE: RelayAnswer['outcomes'] = [{ relay: 'wss://one.example', outcome: 'eose' }];
export const SILENT: RelayAnswer['outcomes'] = [{ relay: 'wss://one.example', outcome: 'timeout' }];

/** Relays that answer at once what `answer` says, and the requests they were sent. */
export const fakeRequests = (answer: (request: Request) => Answer | Promise<Answer> = () => ({})) => {
  const asked: Request[] = [];
  const requests: RelayRequests = {
    fetch: async (request) => {
      asked.push(request);
      const { events = [], outcomes = EOSE } = await answer(request);
      for (const event of events) request.onEvent?.(event, 'wss://one.example');
      request.signal?.throwIfAborted();
      return { events, outcomes };
    },
    watch: () => () => {},
    publish: async () => [],
    relays: (use) => RELAYS[use],
  };
  return { requests, asked };
};
