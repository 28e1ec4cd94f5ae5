import { fromCallback } from 'xstate';
import type { AskCommand, AskFact } from '#machines/relays/subscription.machine.ts';
import type { Wire } from './wire.ts';

/** The slot `ask` of a subscription: its REQs on the wire, closed everywhere when it ends. */
export const defineAsk = (wire: Wire) =>
  fromCallback<AskCommand, { id: string; relays: readonly string[] }>(
    ({ input: { id, relays }, sendBack, receive }) => {
      receive((command) =>
        command.type === 'ask.drop' ? wire.drop(id, command.relay) : wire.settle(id, command.outcomes),
      );
      wire.open(id, relays, (fact: AskFact) => sendBack(fact));
      return () => wire.close(id);
    },
  );
