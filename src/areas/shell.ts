import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { Acting } from '#ports/acting.ts';
import { isStandalone, openStorage } from '#actors/shell/browser.ts';
import { defineInstall, isDeclined, type InstallDeps } from '#actors/shell/install.ts';
import { watchLaunches, type LaunchDeps } from '#actors/shell/launches.ts';
import { defineUnderWay } from '#actors/shell/under-way.ts';
import { defineUpdate } from '#actors/shell/update.ts';
import { isIos } from '#domain/shell/platform.ts';
import type { publishDeskMachine } from '#machines/publish/publish-desk.machine.ts';
import type { keyGenerationMachine } from '#machines/session/key-generation.machine.ts';
import { installMachine } from '#machines/shell/install.machine.ts';
import { updateMachine } from '#machines/shell/update.machine.ts';
import type { AreaDeps, NamedAreas } from './deps.ts';

type ShellDeps = AreaDeps & {
  readonly acting: () => Acting | undefined;
  /** Starts the group 'acting'; settled once it runs. */
  readonly startActing: () => Promise<void>;
};

/** What a reload would cut off. */
const underWay = ({ find, acting }: ShellDeps) => {
  const jobs = () => {
    const desk = find('publish-desk') as ActorRefFrom<typeof publishDeskMachine> | undefined;
    const { context, children } = desk?.getSnapshot() ?? { context: { jobs: [] }, children: {} };
    return context.jobs.flatMap((id) => (children as Readonly<Record<string, AnyActorRef>>)[id] ?? []);
  };
  const hasNewKey = () => {
    const generation = find('key-generation') as ActorRefFrom<typeof keyGenerationMachine> | undefined;
    return generation?.getSnapshot().hasTag('generated') === true;
  };
  return { jobs, hasUnsaved: () => hasNewKey() || acting()?.writing.drafts.hasUnsaved() === true };
};

const launches = ({ acting, startActing, open }: ShellDeps): LaunchDeps => ({
  queue: (window as { launchQueue?: LaunchDeps['queue'] }).launchQueue,
  loadedWith: performance.getEntriesByType('navigation')[0]?.name,
  origin: window.location.origin,
  open,
  share: (text) => {
    void startActing()
      .then(() => acting()?.writing.shared.offer(text))
      .catch(() => {});
  },
});

/** What the app has of being installed: the offer to install it, its updates, and where the system opens it. */
export const shellAreas = (deps: ShellDeps): NamedAreas => {
  const standalone = isStandalone({ matchMedia: (query) => window.matchMedia(query), navigator });
  const offers: InstallDeps = { ...deps, window, storage: openStorage(() => window.localStorage) };
  const { actors, actions } = defineUpdate({
    container: import.meta.env.PROD ? navigator.serviceWorker : undefined,
    session: openStorage(() => window.sessionStorage),
    reload: () => window.location.reload(),
    notify: deps.notify,
  });
  const update = updateMachine.provide({ actors: { ...actors, ...defineUnderWay(underWay(deps)).actors }, actions });
  watchLaunches(launches(deps));
  return [
    [
      'install',
      { logic: installMachine.provide(defineInstall(offers)), input: { standalone, declined: isDeclined(offers) } },
    ],
    ['update', { logic: update, input: { standalone, ios: isIos(navigator) } }],
  ];
};
