import { wrap, type Endpoint } from 'comlink';
import { fromCallback, type AnyEventObject } from 'xstate';
import type { AsciiRamp } from '#domain/ascii/ascii.ts';
import type { AsciiWorker } from '#workers/ascii.worker.ts';
import type { AsciiFont } from '#workers/ascii/measure-ink.ts';
import type { AsciiEvent } from '#machines/ascii/ascii.machine.ts';
import type { Studio } from './studio.ts';

/** What is needed of a Worker. */
export type WorkerEndpoint = Endpoint & { terminate(): void };

type Deps = {
  readonly desk: Pick<Studio, 'open' | 'close'>;
  /** throws where workers are not allowed */
  readonly spawn: () => WorkerEndpoint;
  readonly font: AsciiFont;
};

/** One worker that draws for the studio, from its start until it is stopped. The font is measured by the first one. */
export const defineAsciiWorker = ({ desk, spawn, font }: Deps) => {
  let ramp: AsciiRamp | undefined;
  return fromCallback<AnyEventObject>(({ sendBack: tell }) => {
    const sendBack = (event: AsciiEvent) => tell(event);
    const worker = spawn();
    let over = false;
    const lose = () => {
      if (!over) sendBack({ type: 'worker.lost' });
    };
    const died = (event: Event) => {
      // the browser would name the script and the place in the console
      event.preventDefault();
      lose();
    };
    worker.addEventListener('error', died as EventListener);
    worker.addEventListener('messageerror', died as EventListener);
    const remote = wrap<AsciiWorker>(worker);
    const begin = (measured: AsciiRamp) => {
      if (over) return;
      ramp = measured;
      sendBack({ type: 'worker.ready' });
      desk.open({
        draw: (id, order) => remote.draw(id, order),
        leave: (id) => void remote.leave(id).catch(() => {}),
        hung: lose,
      });
    };
    remote.start(font, ramp).then(begin, lose);
    return () => {
      over = true;
      desk.close();
      worker.terminate();
    };
  });
};
