import { BLACKLISTED_RELAYS } from './blacklisted-relays.ts';
import type { RelayHealth } from './relay-health.ts';
import { readsFrom, writesTo } from './relay-permission.ts';
import type { RelayEntry } from './relay-set.ts';
import {
  HEALTH_SUCCESS_THRESHOLD,
  HEALTH_FAILURE_THRESHOLD,
  DYNAMIC_RESPONSE_THRESHOLD_MS,
  DYNAMIC_MAX_RELAYS,
  DYNAMIC_MIN_HEALTHY,
  DYNAMIC_RECOMMENDED_RELAYS,
  ADVISOR_PATIENCE_MS,
} from './relays-limits.ts';

/** One change of the set: a relay that leaves, one that comes, or one in place of the other. */
export type SetStep = { readonly removed: RelayEntry | undefined; readonly added: RelayEntry | undefined };

/** What the advisor did about a relay, or proposes to the user whose relay it is. */
export type RelayAdvice = SetStep & {
  /** the same for the same step */
  readonly id: string;
  /** false: a proposal, nothing happens before the user accepts it */
  readonly done: boolean;
  readonly why: 'dead' | 'slow' | 'blacklisted';
};

/** What the advisor looks at. */
export type RelayScene = {
  readonly entries: readonly RelayEntry[];
  readonly health: Readonly<Record<string, RelayHealth | undefined>>;
  readonly isConnected: (url: string) => boolean;
  /** relays that may come into the set (RELAY-69) */
  readonly fallbacks: readonly string[];
  /** relays that may take the place of an indexer */
  readonly indexers: readonly string[];
  /** relays the user does not want to hear of: as a replacement, or that they are dead */
  readonly refused: readonly string[];
  /** ms */
  readonly now: number;
};

type Problem = RelayAdvice['why'] | undefined;

const isDead = ({ consecutiveFailures, lastSuccess = 0 }: RelayHealth, now: number) =>
  consecutiveFailures >= HEALTH_FAILURE_THRESHOLD && now - lastSuccess >= ADVISOR_PATIENCE_MS;

const isSlow = ({ averageResponseTime = 0, successCount }: RelayHealth) =>
  successCount >= HEALTH_SUCCESS_THRESHOLD && averageResponseTime > DYNAMIC_RESPONSE_THRESHOLD_MS;

const problemOf = ({ health, isConnected, now }: RelayScene, url: string): Problem => {
  if (BLACKLISTED_RELAYS.includes(url)) return 'blacklisted';
  const record = health[url];
  if (!record) return undefined;
  if (isSlow(record)) return 'slow';
  return isDead(record, now) && !isConnected(url) ? 'dead' : undefined;
};

/** Of some relays those that could come into the set. */
const candidatesIn = (scene: RelayScene, urls: readonly string[]): readonly string[] =>
  urls.filter(
    (url) =>
      !scene.refused.includes(url) &&
      !scene.entries.some((entry) => entry.url === url) &&
      problemOf(scene, url) === undefined,
  );

/** The others do all that this one is for. */
const isCovered = ({ permission }: RelayEntry, others: readonly RelayEntry[]) =>
  (!readsFrom(permission) || others.some((other) => readsFrom(other.permission))) &&
  (!writesTo(permission) || others.some((other) => writesTo(other.permission))) &&
  (permission !== 'indexer' || others.some((other) => other.permission === 'indexer'));

const isOwn = ({ source }: RelayEntry) => source === 'user' || source === 'list';

/** What one relay with a problem leads to; undefined when nothing better is at hand. */
const stepFor = (
  entry: RelayEntry,
  {
    healthy,
    candidate,
    networkWorks,
  }: { healthy: readonly RelayEntry[]; candidate: string | undefined; networkWorks: boolean },
): SetStep | undefined => {
  const added: RelayEntry | undefined =
    candidate === undefined ? undefined : { url: candidate, permission: entry.permission, source: 'advisor' };
  if (isOwn(entry)) return added && networkWorks ? { removed: entry, added } : undefined;
  const isSpare = healthy.length >= DYNAMIC_MIN_HEALTHY && isCovered(entry, healthy);
  if (networkWorks && isSpare) return { removed: entry, added: undefined };
  return added && { removed: networkWorks ? entry : undefined, added };
};

const idOf = ({ removed, added }: SetStep) => `${removed?.url ?? ''}>${added?.url ?? ''}`;

/**
 * What is to be done about relays of the set that are dead, too slow or blacklisted (RELAY-65 to RELAY-70). Relays of
 * the user are never taken out, only spoken of; those of the fallback list count as reliable and stay. Only an indexer
 * takes the place of an indexer. While no relay of the set works, the network may be at fault: then one relay comes to find
 * out, and none leaves.
 */
export const adviseOn = (scene: RelayScene): readonly RelayAdvice[] => {
  const { entries, health, fallbacks, refused, isConnected } = scene;
  const troubled = entries.filter(({ url }) => problemOf(scene, url) !== undefined);
  const well = entries.filter((entry) => !troubled.includes(entry));
  const healthy = well.filter(({ url }) => health[url]?.isHealthy);
  const networkWorks = well.some(({ url }) => isConnected(url));
  const hasFallback = entries.some(({ url }) => fallbacks.includes(url));
  const general = [...candidatesIn(scene, fallbacks)];
  const indexers = [...candidatesIn(scene, scene.indexers)];
  const advice: RelayAdvice[] = [];
  for (const entry of troubled) {
    if (fallbacks.includes(entry.url) || refused.includes(entry.url)) continue;
    const isIndexer = entry.permission === 'indexer';
    const candidates = isIndexer ? indexers : general;
    const hasRoom = entries.length + advice.length < DYNAMIC_MAX_RELAYS;
    const mayCome = hasRoom && (networkWorks || (!isIndexer && advice.length === 0 && !hasFallback));
    const step = stepFor(entry, { healthy, candidate: mayCome ? candidates[0] : undefined, networkWorks });
    if (!step) continue;
    advice.push({ ...step, id: idOf(step), done: !isOwn(entry), why: problemOf(scene, entry.url)! });
    if (step.added) candidates.shift();
  }
  return advice;
};

/** Relays the user may want besides, as long as there are fewer than 8 (RELAY-65). */
export const suggestedRelays = (scene: RelayScene): readonly string[] =>
  candidatesIn(scene, scene.fallbacks).slice(0, Math.max(0, DYNAMIC_RECOMMENDED_RELAYS - scene.entries.length));

/** What comes into the set of a relay that was proposed to somebody without a list: it is read from, and stays the app's find. */
export const proposedEntry = (url: string): RelayEntry => ({ url, permission: 'read', source: 'advisor' });

/** The set after some steps; what is not in it cannot leave, what is in it does not come twice. */
export const afterSteps = (entries: readonly RelayEntry[], steps: readonly SetStep[]): readonly RelayEntry[] =>
  steps.reduce((set, { removed, added }) => {
    const comes = added && !set.some(({ url }) => url === added.url) ? [added] : [];
    const at = set.findIndex(({ url }) => url === removed?.url);
    return at < 0 ? [...set, ...comes] : set.toSpliced(at, 1, ...comes);
  }, entries);

/** What was proposed and the user wants: the relay that comes is theirs. */
export const accepted = (advice: RelayAdvice): RelayAdvice => ({
  ...advice,
  added: advice.added && { ...advice.added, source: 'user' },
  done: true,
});

/** Takes a step back; the relay that returns is the user's from then on. */
export const undone = ({ removed, added }: SetStep): SetStep => ({
  removed: added,
  added: removed && { ...removed, source: 'user' },
});
