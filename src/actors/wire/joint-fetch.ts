import type { NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { SINGLE_EVENT_TIMEOUT_MS, JOINT_MS, JOINT_REST_MS } from '#domain/relays/relays-limits.ts';
import type { RelayAnswer } from './relay-answer.ts';
import type { FetchRequest, RelayRequests } from './requests.ts';

type Part = FetchRequest & {
  readonly relays: readonly string[];
  readonly matches: (event: NostrEvent) => boolean;
  readonly isOver: () => boolean;
  readonly answers: Promise<RelayAnswer>[];
  readonly done: PromiseWithResolvers<RelayAnswer>;
};

/** One REQ for each relay of what these ask of it; it ends early when nobody waits for it any more. */
const ask = (fetch: RelayRequests['fetch'], parts: readonly Part[], relays: readonly string[]) => {
  const ending = new AbortController();
  const tell = (name: 'onEvent' | 'onLate') => (event: NostrEvent, relay: string) => {
    for (const part of parts) if (!part.isOver() && part.matches(event)) part[name]?.(event, relay);
  };
  const answer = fetch({
    filters: parts.flatMap(({ filters }) => filters),
    relays,
    onEvent: tell('onEvent'),
    onLate: tell('onLate'),
    timeoutMs: Math.max(...parts.map(({ timeoutMs = SINGLE_EVENT_TIMEOUT_MS }) => timeoutMs)),
    signal: ending.signal,
  });
  for (const part of parts) {
    part.answers.push(answer);
    part.signal?.addEventListener('abort', () => parts.every(({ isOver }) => isOver()) && ending.abort());
  }
};

/** What the relays of one question said, of those that could be asked. */
const finish = async ({ answers, matches, done }: Part) => {
  const all = await Promise.allSettled(answers);
  const given = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (given.length === 0) return done.reject((all[0] as PromiseRejectedResult | undefined)?.reason);
  const events = new Map(given.flatMap((answer) => answer.events.map((event) => [event.id, event] as const)));
  done.resolve({
    events: [...events.values()].filter(matches),
    outcomes: given.flatMap(({ outcomes }) => outcomes),
  });
};

/**
 * Fetches as `requests.fetch` does, what is asked at nearly the same time in one REQ to each relay: what a screenful
 * needs of names, counts, notes and deletions. Each hears of what it asked for alone, and has the longest time of all.
 */
export const createJointFetch = ({
  fetch,
  relays,
}: Pick<RelayRequests, 'fetch' | 'relays'>): RelayRequests['fetch'] => {
  let waiting: Part[] = [];
  let isTimed = false;

  const leaveIn = (ms: number) => {
    isTimed = true;
    setTimeout(leave, ms);
  };
  const leave = () => {
    isTimed = false;
    if (waiting.length > 0) leaveIn(JOINT_REST_MS);
    const parts = waiting.filter(({ isOver }) => !isOver());
    waiting = [];
    const groups = new Map<string, { readonly parts: Part[]; readonly relays: string[] }>();
    for (const relay of new Set(parts.flatMap((part) => part.relays))) {
      const asked = parts.filter((part) => part.relays.includes(relay));
      const name = asked.map((part) => parts.indexOf(part)).join();
      groups.set(name, { parts: asked, relays: [...(groups.get(name)?.relays ?? []), relay] });
    }
    for (const group of groups.values()) ask(fetch, group.parts, group.relays);
    for (const part of parts) void finish(part);
  };

  return (question) => {
    const done = Promise.withResolvers<RelayAnswer>();
    const { signal } = question;
    signal?.addEventListener('abort', () => done.reject(signal.reason));
    const asked = question.relays ?? relays('read');
    // with nobody to ask, or over already, it fails in the usual words; one's own lists are read by themselves
    if (asked.length === 0 || signal?.aborted || question.own || question.needs) return fetch(question);
    if (!isTimed) leaveIn(JOINT_MS);
    const matches = filterMatcher(question.filters);
    waiting.push({ ...question, relays: asked, matches, isOver: () => signal?.aborted === true, answers: [], done });
    return done.promise;
  };
};
