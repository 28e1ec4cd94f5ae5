import type { Acting } from '#ports/acting.ts';
import type { AsciiStudio } from '#ports/ascii-studio.ts';
import { AREAS_START_BLIND_MS, AREAS_START_LIMIT_MS, CODE_RETRY_MS } from '#domain/shell/shell-limits.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import type { Session } from '#ports/session.ts';
import type { Upkeep } from '#ports/upkeep.ts';
import { keepEarlyKeys } from '#actors/shell/early-keys.ts';
import { logFailure } from '#actors/shell/log.ts';
import type { GroupName } from '#machines/areas.ts';
import type { System } from '#ui/system-context.ts';
import type { AreaDeps, NamedAreas } from './deps.ts';
import { groupOf } from './group-names.ts';

/** Does it at the first call; again only a while after it failed, for a view that waits asks anew in every render. */
const once = (act: () => Promise<void>) => {
  let doing: Promise<void> | undefined;
  return () =>
    (doing ??= act().catch((error: unknown) => {
      setTimeout(() => (doing = undefined), CODE_RETRY_MS);
      throw error;
    }));
};

/** Starts the areas that the feed does without, group by group, so that it does not wait for their code. */
export const startGroups = (
  deps: AreaDeps,
  startAll: (areas: NamedAreas) => void,
): Pick<System, 'later' | 'ready' | 'session' | 'acting' | 'ascii' | 'upkeep'> => {
  let session: Session | undefined;
  let acting: Acting | undefined;
  let ascii: AsciiStudio | undefined;
  let upkeep: Upkeep | undefined;
  const signer = () => session?.signer();
  const groups: Record<GroupName, () => Promise<void>> = {
    reading: once(async () => startAll(arrived(await import('./reading.ts')).readingAreas(deps))),
    session: once(async () => {
      const group = arrived(await import('./session.ts')).sessionAreas(deps);
      session = group.session;
      startAll(group.areas);
      group.started();
    }),
    care: once(async () => {
      const { careAreas } = arrived(await import('./care.ts'));
      startAll(careAreas({ ...deps, signer }));
    }),
    acting: once(async () => {
      const group = arrived(await import('./acting.ts')).actingAreas({ ...deps, signer });
      acting = group.acting;
      startAll(group.areas);
    }),
    shell: once(async () => {
      const { shellAreas } = arrived(await import('./shell.ts'));
      startAll(shellAreas({ ...deps, acting: () => acting, startActing: groups.acting }));
    }),
    upkeep: once(async () => {
      const loginOf = () => groups.session().then(() => session!);
      const { upkeepAreas } = arrived(await import('./upkeep.ts'));
      const group = upkeepAreas({ ...deps, session: loginOf, ascii: () => ascii });
      upkeep = group.upkeep;
      startAll(group.areas);
      group.started();
    }),
    keyboard: once(async () => startAll({ shortcuts: arrived(await import('./shortcuts.ts')).shortcutsArea(deps) })),
    ascii: once(async () => {
      const group = arrived(await import('./ascii.ts')).asciiAreas(deps);
      ascii = group.studio;
      startAll(group.areas);
    }),
  };
  return {
    later: (group) => groups[group](),
    ready(name) {
      const group = groupOf(name);
      return group && groups[group]();
    },
    session: () => session,
    acting: () => acting,
    ascii: () => ascii,
    upkeep: () => upkeep,
  };
};

/**
 * Calls back once the page has loaded and nothing is urgent, at the latest AREAS_START_LIMIT_MS after it loaded; a browser
 * that does not tell when nothing is urgent gets AREAS_START_BLIND_MS.
 */
const whenIdle = ({ browser, ending }: Pick<AreaDeps, 'browser' | 'ending'>, act: () => void) => {
  const soon = () =>
    browser.requestIdleCallback
      ? browser.requestIdleCallback(act, { timeout: AREAS_START_LIMIT_MS })
      : setTimeout(act, AREAS_START_BLIND_MS);
  if (browser.document.readyState === 'complete') soon();
  else browser.addEventListener('load', soon, { once: true, signal: ending });
};

/** What the first notes do without starts by itself when nothing is urgent; shortcuts at the first key. */
export const startLater = (deps: AreaDeps, later: System['later']) => {
  // the header shows who is logged in from the start
  if (deps.account.get().pubkey !== undefined) later('session').catch(() => {});
  const groups = ['keyboard', 'session', 'care', 'acting', 'shell', 'upkeep'] as const;
  whenIdle(
    deps,
    () => void Promise.all(groups.map(later)).catch((error: unknown) => logFailure('Not loaded: code', error)),
  );
  return keepEarlyKeys({ document: deps.browser.document, onFirst: () => void later('keyboard').catch(() => {}) });
};
