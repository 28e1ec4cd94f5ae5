import { fromCallback } from 'xstate';
import type { AskCommand, AskFact } from '#machines/relays/subscription.machine.ts';
import type { Wire } from './wire.ts';

/** The slot `ask` of a subscription: its REQs on the wire, closed everywhere when it ends. */
export const defineAsk = (wire: Wire) =>
  fromCallback<AskCommand, { id: string; relays: readonly string[] }>(
    ({ input: { id, relays }, sendBack, receive }) => {
      const report = (fact: AskFact) => sendBack(fact);
      receive((command) => {
        if (command.type === 'ask.settle') wire.settle(id, command.outcomes);
        else if (command.type === 'ask.add') wire.open(id, [command.relay], report);
        else if (command.type === 'ask.drop') wire.drop(id, command.relay);
        else wire.overdue(id, command.relay);
      });
      wire.open(id, relays, report);
      return () => wire.close(id);
    },
  );
