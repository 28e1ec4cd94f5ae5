import { AREAS_START_BLIND_MS, AREAS_START_LIMIT_MS, CODE_RETRY_MS } from '#domain/shell/shell-limits.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import { startOnce } from '#domain/start-once.ts';
import { keepEarlyKeys } from '#actors/shell/early-keys.ts';
import { logFailure } from '#actors/shell/log.ts';
import type { AreaName, GroupName } from '#machines/areas.ts';
import type { System } from '#ui/system-context.ts';
import type { AreaDeps } from './deps.ts';
import type { Groups, Root } from './groups.ts';

/**
 * Calls back once the page has loaded and nothing is urgent, at the latest AREAS_START_LIMIT_MS after it loaded; a browser
 * that does not tell when nothing is urgent gets AREAS_START_BLIND_MS.
 */
const whenIdle = ({ browser, ending }: AreaDeps, act: () => void) => {
  const soon = () =>
    browser.requestIdleCallback
      ? browser.requestIdleCallback(act, { timeout: AREAS_START_LIMIT_MS })
      : setTimeout(act, AREAS_START_BLIND_MS);
  if (browser.document.readyState === 'complete') soon();
  else browser.addEventListener('load', soon, { once: true, signal: ending });
};

type Later = Pick<
  System,
  'later' | 'ready' | 'session' | 'acting' | 'ascii' | 'inspector' | 'upkeep' | 'wallet' | 'earlyKeys'
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
  const all = ['keyboard', 'session', 'care', 'acting', 'shell', 'upkeep', 'zaps'] as const;
  whenIdle(
    deps,
    () => void Promise.all(all.map(later)).catch((error: unknown) => logFailure('Not loaded: code', error)),
  );
  return {
    later,
    ready: (name) => (known.has(name) || !deps.find(name) ? ask(name, (loaded) => loaded.start(name)) : undefined),
    session: () => groups?.session(),
    acting: () => groups?.acting(),
    ascii: () => groups?.ascii(),
    inspector: () => groups?.inspector(),
    upkeep: () => groups?.upkeep(),
    wallet: () => groups?.wallet(),
    earlyKeys: keepEarlyKeys({
      document: deps.browser.document,
      onFirst: () => void later('keyboard').catch(() => {}),
    }),
  };
};
