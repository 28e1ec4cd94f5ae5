import { AREAS_START_BLIND_MS, AREAS_START_LIMIT_MS, CODE_RETRY_MS } from '#domain/shell/shell-limits.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import type { Timeline } from '#domain/cache/query-keys.ts';
import { startOnce } from '#domain/start-once.ts';
import { nextTask } from '#actors/wire/next-task.ts';
import { keepEarlyKeys } from '#actors/shell/early-keys.ts';
import { logFailure } from '#actors/shell/log.ts';
import type { AreaName, GroupName } from '#machines/areas.ts';
import type { System } from '#ui/system-context.ts';
import type { AreaDeps } from './deps.ts';
import type { Groups, Root } from './groups.ts';
import { START_ORDER } from './start-order.ts';

/**
 * Settled once the feed shows something, at the latest AREAS_START_LIMIT_MS from now; at once on other screens. Nothing of it is
 * repeated or fails, and each group it leads to is a chart (`area-group`).
 */
const firstShown = ({ follow, queryClient, ending }: AreaDeps) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isShown = () =>
    queryClient.getQueriesData<Timeline>({ queryKey: ['feed'] }).some(([, timeline]) => timeline?.items.length);
  const limit = setTimeout(resolve, AREAS_START_LIMIT_MS);
  const stops = [
    () => clearTimeout(limit),
    follow('feed', (snapshot) => !snapshot.hasTag('loading') && resolve()),
    queryClient.getQueryCache().subscribe(() => isShown() && resolve()),
  ];
  ending.addEventListener('abort', () => resolve(), { once: true });
  if (isShown()) resolve();
  return promise.then(() => stops.forEach((stop) => stop()));
};

/**
 * Calls back once the page has loaded, the first notes are there and nothing is urgent: what comes later takes neither the
 * line nor the processor from them. A browser that does not tell when nothing is urgent gets AREAS_START_BLIND_MS.
 */
const whenIdle = (deps: AreaDeps, act: () => void) => {
  const { browser, ending } = deps;
  const idle = () =>
    browser.requestIdleCallback
      ? browser.requestIdleCallback(act, { timeout: AREAS_START_LIMIT_MS })
      : setTimeout(act, AREAS_START_BLIND_MS);
  const soon = () => void firstShown(deps).then(() => ending.aborted || idle());
  if (browser.document.readyState === 'complete') soon();
  else browser.addEventListener('load', soon, { once: true, signal: ending });
};

type Later = Pick<
  System,
  'later' | 'ready' | 'session' | 'acting' | 'ascii' | 'inspector' | 'upkeep' | 'wallet' | 'ecash' | 'earlyKeys'
>;

/**
 * What the first notes do without, also the code by which it is started: it comes when the first group is wanted, by itself
 * when nothing is urgent; shortcuts at the first key.
 */
export const startLater = (deps: AreaDeps, root: Root): Later => {
  let groups: Groups | undefined;
  const load = startOnce(async () => (groups = arrived(await import('./groups.ts')).createGroups(deps, root)));
  // views ask in every render, and must be given the same promise
  const known = new Map<GroupName | AreaName, Promise<void>>();
  const ask = (name: GroupName | AreaName, act: (loaded: Groups) => Promise<void>) => {
    const asked = known.get(name) ?? load().then(act);
    if (!known.has(name)) asked.catch(() => setTimeout(() => known.delete(name), CODE_RETRY_MS));
    known.set(name, asked);
    return asked;
  };
  const later: System['later'] = (group) => ask(group, (loaded) => loaded.later(group));
  // the header shows who is logged in from the start, other screens have areas of their own
  if (deps.account.get().pubkey !== undefined) later('session').catch(() => {});
  else if (deps.browser.location.pathname !== '/') load().catch(() => {});
  const startRest = async () => {
    let failure: unknown;
    for (const group of START_ORDER) {
      await later(group).catch((error: unknown) => (failure ??= error));
      await new Promise<void>(nextTask);
    }
    if (failure !== undefined) logFailure('Not loaded: code', failure);
  };
  whenIdle(deps, () => void startRest());
  return {
    later,
    ready: (name) => (known.has(name) || !deps.find(name) ? ask(name, (loaded) => loaded.start(name)) : undefined),
    session: () => groups?.session(),
    acting: () => groups?.acting(),
    ascii: () => groups?.ascii(),
    inspector: () => groups?.inspector(),
    upkeep: () => groups?.upkeep(),
    wallet: () => groups?.wallet(),
    ecash: () => groups?.ecash(),
    earlyKeys: keepEarlyKeys({
      document: deps.browser.document,
      onFirst: () => void later('keyboard').catch(() => {}),
    }),
  };
};
