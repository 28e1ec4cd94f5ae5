import type { Acting } from '#ports/acting.ts';
import { isStandalone } from '#actors/shell/browser.ts';
import { checkClock } from '#actors/shell/clock.ts';
import { defineInstall, isDeclined, type InstallDeps } from '#actors/shell/install.ts';
import { watchLaunches, type LaunchDeps } from '#actors/shell/launches.ts';
import { offered } from '#actors/shell/offered.ts';
import { defineUnderWay } from '#actors/shell/under-way.ts';
import { defineUpdate } from '#actors/shell/update.ts';
import { isIos } from '#domain/shell/platform.ts';
import { installMachine } from '#machines/shell/install.machine.ts';
import { updateMachine } from '#machines/shell/update.machine.ts';
import type { AreaDeps, AreasOf } from './deps.ts';

type ShellDeps = AreaDeps & {
  readonly acting: () => Acting | undefined;
  /** Starts the group 'acting'; settled once it runs. */
  readonly startActing: () => Promise<void>;
};

/** What a reload would cut off. */
const underWay = ({ find, acting }: ShellDeps) => {
  const jobs = () => {
    const desk = find('publish-desk')?.getSnapshot();
    return (desk?.context.jobs ?? []).flatMap((id) => {
      const job = desk?.children[id]?.getSnapshot();
      return job && 'hasTag' in job ? [job] : [];
    });
  };
  const hasNewKey = () => find('key-generation')?.getSnapshot().hasTag('generated') === true;
  return { jobs, hasUnsaved: () => hasNewKey() || acting()?.writing.drafts.hasUnsaved() === true };
};

const launches = ({ browser, acting, startActing, open }: ShellDeps): LaunchDeps => ({
  queue: (browser as { launchQueue?: LaunchDeps['queue'] }).launchQueue,
  loadedWith: browser.performance.getEntriesByType('navigation')[0]?.name,
  origin: browser.location.origin,
  open,
  share: (text) => {
    void startActing()
      .then(() => acting()?.writing.shared.offer(text))
      .catch(() => {});
  },
});

/** What the app has of being installed: the offer to install it, its updates, and where the system opens it. */
export const shellAreas = (deps: ShellDeps): AreasOf<'shell'> => {
  const { browser, storages } = deps;
  const { navigator, location } = browser;
  const standalone = isStandalone(browser);
  const ownWindow = browser.matchMedia('(display-mode: standalone)');
  const offers: InstallDeps = { ...deps, window: browser, ownWindow, storage: storages.local };
  const { actors, actions } = defineUpdate({
    container: import.meta.env.PROD ? offered(() => navigator.serviceWorker) : undefined,
    ownWindow,
    tab: browser.matchMedia('(display-mode: browser)'),
    session: storages.session,
    reload: () => location.reload(),
    notify: deps.notify,
  });
  const update = updateMachine.provide({ actors: { ...actors, ...defineUnderWay(underWay(deps)).actors }, actions });
  watchLaunches(launches(deps));
  // who does not say the time says nothing of the clock
  checkClock(deps).catch(() => {});
  return {
    install: {
      logic: installMachine.provide(defineInstall(offers)),
      input: { standalone, declined: isDeclined(offers) },
    },
    update: { logic: update, input: { standalone, ios: isIos(navigator) } },
  };
};
