import { useSelector } from '@xstate/react';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import { CONNECTION_LIGHTS, type ConnectionState, type RelayLight } from '#machines/relays/connection-lights.ts';
import { useArea, useOnline } from '#ui/system-context.ts';

/** How one relay stands, and what it is used for. */
export type RelayLine = {
  readonly url: string;
  readonly use: RelayPermission | 'profile';
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
  const line = (url: string, use: RelayLine['use']): RelayLine => {
    const state = (online && connections[url]) || 'not connected';
    return { url, use, state, light: CONNECTION_LIGHTS[state] };
  };
  return [
    ...entries.map(({ url, permission }) => line(url, permission)),
    ...profile.filter((url) => !entries.some((entry) => entry.url === url)).map((url) => line(url, 'profile')),
  ];
};

/** Whether notes are read from the relay. */
export const isRead = ({ use }: RelayLine): boolean => use === 'read' || use === 'readwrite';
