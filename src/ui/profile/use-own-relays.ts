import { useSelector } from '@xstate/react';
import { addedEntry } from '#domain/relays/added-entry.ts';
import { useArea } from '#ui/system-context.ts';

type OwnRelays = {
  /** the reader's set */
  readonly urls: ReadonlySet<string>;
  /** every relay that has a connection, also those outside the set */
  readonly connected: ReadonlySet<string>;
  /** Takes relays into the set: those of the start as they are used there, others to read from. */
  readonly add: (urls: readonly string[]) => void;
};

/** The relays of the reader. */
export const useOwnRelays = (): OwnRelays => {
  const directory = useArea('relay-directory');
  const entries = useSelector(directory, ({ context }) => context.entries);
  const defaults = useSelector(directory, ({ context }) => context.defaults);
  const connections = useSelector(directory, ({ context }) => context.connections);
  const add = (urls: readonly string[]) => {
    for (const url of urls) directory.send({ type: 'relay.add', entry: addedEntry(url, defaults) });
  };
  return { urls: new Set(entries.map(({ url }) => url)), connected: new Set(Object.keys(connections)), add };
};
