import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import type { appMachine } from '#machines/shell/app.machine.ts';

/** Shows what areas have to tell people: those that emit `notice`, also when they come later or are started again. */
export const forwardNotices = (app: ActorRefFrom<typeof appMachine>): void => {
  const heard = new WeakSet<AnyActorRef>();
  const listen = ({ children }: { children: Record<string, AnyActorRef | undefined> }) => {
    for (const area of Object.values(children)) {
      if (!area || heard.has(area)) continue;
      heard.add(area);
      area.on('notice', ({ problem }: { problem: Problem }) => app.send({ type: 'notice.show', problem }));
    }
  };
  app.subscribe(listen);
  listen(app.getSnapshot());
};
