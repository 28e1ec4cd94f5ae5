import { useSelector } from '@xstate/react';
import { relayUses, type RelayUse } from '#domain/relays/relay-config.ts';
import { CONNECTION_LIGHTS, type ConnectionState, type RelayLight } from '#machines/relays/connection-lights.ts';
import { useArea, useOnline } from '#ui/system-context.ts';

/** How one relay stands, and what it is used for. */
export type RelayLine = RelayUse & {
  readonly state: ConnectionState;
  readonly light: RelayLight;
};

/** Every relay of the set, in its order, with its state as it is now. */
export const useRelayLines = (): readonly RelayLine[] => {
  const directory = useArea('relay-directory');
  const entries = useSelector(directory, ({ context }) => context.entries);
  const profile = useSelector(directory, ({ context }) => context.defaults.profile);
  const connections = useSelector(directory, ({ context }) => context.connections);
  // sockets hear nothing of a network that is gone
  const online = useOnline();
  return relayUses({ entries, profile }).map((relay) => {
    const state = (online && connections[relay.url]) || 'not connected';
    return { ...relay, state, light: CONNECTION_LIGHTS[state] };
  });
};

/** Whether notes are read from the relay. */
export const isRead = ({ use }: RelayLine): boolean => use === 'read' || use === 'readwrite';
