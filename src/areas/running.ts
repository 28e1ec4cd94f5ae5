import type { ActorRefFrom, SnapshotFrom, Subscribable } from 'xstate';
import type { AreaMachines, AreaName, AreaRefs, RunningAreas } from '#machines/areas.ts';
import type { appMachine } from '#machines/shell/app.machine.ts';

type App = Pick<ActorRefFrom<typeof appMachine>, 'getSnapshot' | 'subscribe'>;

/** The areas under the root as they run now. */
export const runningAreas = (app: () => App): RunningAreas => {
  // what is started under a name is of its machine: the type of the areas sees to it
  const find = <Name extends AreaName>(name: Name) => (app().getSnapshot().children as Partial<AreaRefs>)[name];
  const follow = <Name extends AreaName>(
    name: Name,
    tell: (snapshot: SnapshotFrom<AreaMachines[Name]>, again: boolean) => void,
  ) => {
    type Snapshot = SnapshotFrom<AreaMachines[Name]>;
    type Followed = Subscribable<Snapshot> & { getSnapshot(): Snapshot };
    let followed: Followed | undefined;
    let count = 0;
    let leave = () => {};
    const attach = () => {
      const found = find(name) as Followed | undefined;
      if (found === followed) return;
      followed = found;
      leave();
      if (!found) return;
      // one that fails is started again by the root, which tells of it
      const subscription = found.subscribe({ next: (snapshot) => tell(snapshot, false), error: () => {} });
      leave = () => subscription.unsubscribe();
      tell(found.getSnapshot(), (count += 1) > 1);
    };
    const root = app().subscribe(attach);
    attach();
    return () => {
      root.unsubscribe();
      leave();
    };
  };
  return { find, follow };
};
