import { useSelector } from '@xstate/react';
import type { ConnectionState } from '#machines/relays/relay-connection.machine.ts';
import type { RelayEntry } from '#domain/relay-set.ts';
import { useArea } from '#ui/system-context.ts';

export type OwnRelays = {
  readonly entries: readonly RelayEntry[];
  readonly connections: Readonly<Record<string, ConnectionState>>;
  /** Takes relays into the set, to read from, as long as the page is open. */
  readonly add: (urls: readonly string[]) => void;
};

/** The relays of the reader. */
export const useOwnRelays = (): OwnRelays => {
  const directory = useArea('relay-directory');
  const entries = useSelector(directory, ({ context }) => context.entries);
  const connections = useSelector(directory, ({ context }) => context.connections);
  const add = (urls: readonly string[]) => {
    for (const url of urls) directory.send({ type: 'relay.add', entry: { url, permission: 'read' } });
  };
  return { entries, connections, add };
};
