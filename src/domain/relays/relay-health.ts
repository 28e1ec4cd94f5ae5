import { normalizeRelayUrl } from './relay-url.ts';
import { HEALTH_RECORDS_MAX, HEALTH_SUCCESS_THRESHOLD, HEALTH_FAILURE_THRESHOLD } from './relays-limits.ts';

/** What is known of a relay from how it answered (RELAY-32). Times in ms since the epoch. */
export type RelayHealth = {
  readonly url: string;
  readonly successCount: number;
  readonly failureCount: number;
  readonly totalRequests: number;
  readonly consecutiveFailures: number;
  readonly isHealthy: boolean;
  /** since 3 failures in a row, until 2 successes: one that is known too little is neither */
  readonly isUnhealthy: boolean;
  /** successes since it was last found unhealthy */
  readonly freshSuccesses: number;
  /** ms; undefined until an answer was timed */
  readonly averageResponseTime: number | undefined;
  readonly lastSuccess: number | undefined;
  readonly lastFailure: number | undefined;
  readonly lastHealthCheck: number | undefined;
  /** it takes connections only to drop them (RELAY-62) */
  readonly flapping: boolean;
};

export const relayHealthKey = ['relay-health'] as const;

/** How one request to a relay went; `ms` where the answer was timed. */
export type HealthReport = { readonly ok: boolean; readonly at: number; readonly ms?: number | undefined };

/** A relay nobody has asked yet. */
export const unknownHealth = (url: string): RelayHealth => ({
  url,
  successCount: 0,
  failureCount: 0,
  totalRequests: 0,
  consecutiveFailures: 0,
  isHealthy: false,
  isUnhealthy: false,
  freshSuccesses: 0,
  averageResponseTime: undefined,
  lastSuccess: undefined,
  lastFailure: undefined,
  lastHealthCheck: undefined,
  flapping: false,
});

/** The latest answers count as much as all before them together once there are ten. */
const AVERAGE_WEIGHT = 10;

const averaged = ({ averageResponseTime: before, successCount }: RelayHealth, ms: number | undefined) => {
  if (ms === undefined) return before;
  if (before === undefined) return ms;
  return before + (ms - before) / Math.min(AVERAGE_WEIGHT, successCount + 1);
};

const succeeded = (health: RelayHealth, { at, ms }: HealthReport): RelayHealth => ({
  ...health,
  successCount: health.successCount + 1,
  consecutiveFailures: 0,
  isHealthy: health.freshSuccesses + 1 >= HEALTH_SUCCESS_THRESHOLD,
  isUnhealthy: health.isUnhealthy && health.freshSuccesses + 1 < HEALTH_SUCCESS_THRESHOLD,
  freshSuccesses: health.freshSuccesses + 1,
  averageResponseTime: averaged(health, ms),
  lastSuccess: at,
});

const failed = (health: RelayHealth, { at }: HealthReport): RelayHealth => {
  const consecutiveFailures = health.consecutiveFailures + 1;
  const isFailing = consecutiveFailures >= HEALTH_FAILURE_THRESHOLD;
  return {
    ...health,
    failureCount: health.failureCount + 1,
    consecutiveFailures,
    isHealthy: health.isHealthy && !isFailing,
    isUnhealthy: health.isUnhealthy || isFailing,
    freshSuccesses: isFailing ? 0 : health.freshSuccesses,
    lastFailure: at,
  };
};

/** The record after one more request: healthy from 2 successes on, unhealthy after 3 failures in a row (RELAY-33, RELAY-34). */
export const afterReport = (health: RelayHealth, report: HealthReport): RelayHealth => ({
  ...(report.ok ? succeeded : failed)(health, report),
  totalRequests: health.totalRequests + 1,
  lastHealthCheck: report.at,
});

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTime = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
const timeOf = (value: unknown) => (isTime(value) ? value : undefined);

/** Records of earlier versions do not count them: a relay that was unhealthy begins anew. */
const freshOf = ({ freshSuccesses, isHealthy }: Readonly<Record<string, unknown>>, successes: number): number => {
  if (isCount(freshSuccesses)) return Math.min(freshSuccesses, successes);
  return isHealthy === true ? successes : 0;
};

/** A record as it was saved, or undefined when it makes no sense. A relay is not taken to flap from one visit to the next. */
export const readHealth = (value: unknown): RelayHealth | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  const { url, successCount, failureCount, consecutiveFailures } = fields;
  if (typeof url !== 'string' || normalizeRelayUrl(url) !== url) return undefined;
  if (![successCount, failureCount, consecutiveFailures].every(isCount)) return undefined;
  const [successes, failures] = [successCount as number, failureCount as number];
  const fresh = freshOf(fields, successes);
  const isHealthy = fresh >= HEALTH_SUCCESS_THRESHOLD;
  const inRow = Math.min(consecutiveFailures as number, failures);
  return {
    url,
    successCount: successes,
    failureCount: failures,
    totalRequests: successes + failures,
    consecutiveFailures: inRow,
    isHealthy,
    // records of earlier versions do not say it
    isUnhealthy: !isHealthy && (fields['isUnhealthy'] === true || inRow >= HEALTH_FAILURE_THRESHOLD),
    freshSuccesses: fresh,
    averageResponseTime: timeOf(fields['averageResponseTime']),
    lastSuccess: timeOf(fields['lastSuccess']),
    lastFailure: timeOf(fields['lastFailure']),
    lastHealthCheck: timeOf(fields['lastHealthCheck']),
    flapping: false,
  };
};

/** At most so many records, those of the relays heard of last. */
export const latestHealth = (records: readonly RelayHealth[]): readonly RelayHealth[] =>
  records.length <= HEALTH_RECORDS_MAX
    ? records
    : records
        .toSorted((one, other) => (other.lastHealthCheck ?? 0) - (one.lastHealthCheck ?? 0))
        .slice(0, HEALTH_RECORDS_MAX);

/** By how long they take to answer; those of which nothing was timed come last. */
export const quickestFirst = (records: readonly RelayHealth[]): readonly RelayHealth[] =>
  records.toSorted((a, b) => (a.averageResponseTime || Infinity) - (b.averageResponseTime || Infinity));
