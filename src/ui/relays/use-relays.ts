import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { QueryData } from '#domain/cache/query-keys.ts';
import { relayAuthKey, relayInfoKey, type RelayInfo } from '#domain/relays/relay-info.ts';
import { isKeptOut } from '#domain/relays/kept-out.ts';
import type { RelayDefaults, RelayEntry } from '#domain/relays/relay-set.ts';
import { HEALTH_FAILURE_THRESHOLD, POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import type { relayConnectionMachine } from '#machines/relays/relay-connection.machine.ts';
import { useCoarseNow } from '#ui/note/minute-clock.ts';
import type { RelayLine } from './use-relay-lines.ts';
import { useAccount, useArea, useOnline } from '#ui/system-context.ts';
import { limitsInTheWay } from './information-words.ts';
import { relayWords, type RelayFacts, type Tone } from './relay-words.ts';
import { useHealth } from './use-health.ts';

type ConnectionRef = ActorRefFrom<typeof relayConnectionMachine>;

/** The relays of the user's set, in its order. */
export const useRelayEntries = (): readonly RelayEntry[] =>
  useSelector(useArea('relay-directory'), ({ context }) => context.entries);

/** What the page is configured with. */
export const useRelayDefaults = (): RelayDefaults =>
  useSelector(useArea('relay-directory'), ({ context }) => context.defaults);

/** Whether no connection is left for a relay that has none: those of the set and for profiles stay. */
export const useIsFullFor = (): ((url: string) => boolean) => {
  const directory = useArea('relay-directory');
  return (url) => {
    const { connections, entries, defaults } = directory.getSnapshot().context;
    const stays = (one: string) => defaults.profile.includes(one) || entries.some((entry) => entry.url === one);
    return !(url in connections) && Object.keys(connections).filter(stays).length >= POOL_MAX_CONNECTIONS;
  };
};

/** The name of a relay as a person reads it: its host. */
export const relayName = (url: string): string => linkLabel(url);

/** What the relay says of itself, as far as it was asked already. */
const useKnownInfo = (url: string): RelayInfo | undefined =>
  useQuery<QueryData['relay-info']>({ queryKey: relayInfoKey(url), enabled: false }).data;

/** Whether the relay asked who the user is, and what became of it. */
const useAuth = (url: string): QueryData['relay-auth'] =>
  useQuery<QueryData['relay-auth']>({ queryKey: relayAuthKey(url), enabled: false }).data ?? 'none';

/** What is known of one relay at this moment. */
const useRelayFacts = ({ url, use, state }: RelayLine): RelayFacts => {
  const directory = useArea('relay-directory');
  const connection = useSelector(directory, ({ children }) => children[url] as ConnectionRef | undefined);
  const attempts = useSelector(connection, (snapshot) => snapshot?.context.connectionAttempts);
  const lastError = useSelector(connection, (snapshot) => snapshot?.context.lastError);
  const online = useOnline();
  const connectedSince = useSelector(connection, (snapshot) => snapshot?.context.lastConnected);
  const health = useHealth()[url];
  const info = useKnownInfo(url);
  const auth = useAuth(url);
  const canSign = useAccount().method !== 'none';
  const defaults = useRelayDefaults();
  return {
    url,
    use,
    state,
    keptOut: isKeptOut(url, defaults),
    attempts,
    // what a socket fails of while the device is offline is its own network
    lastError: online ? lastError : undefined,
    connectedSince,
    averageMs: health?.averageResponseTime,
    flapping: health?.flapping,
    silent: health !== undefined && health.consecutiveFailures >= HEALTH_FAILURE_THRESHOLD,
    asksLogin: auth === 'asked' || (info?.limitation.authRequired && !canSign),
    refusesLogin: auth === 'refused',
    limits: info && limitsInTheWay(info),
  };
};

/** How the relay stands, in one line that changes with it. */
export const useRelayWords = (line: RelayLine): { readonly text: string; readonly tone: Tone } =>
  relayWords(useRelayFacts(line), useCoarseNow());

/** The relays of the set that are not among those the app starts with. */
export const useDroppedByRestore = (): readonly RelayEntry[] => {
  const entries = useRelayEntries();
  const defaults = useRelayDefaults();
  return entries.filter(({ url }) => !defaults.entries.some((entry) => entry.url === url));
};
