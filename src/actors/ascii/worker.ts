import { fromCallback, type AnyEventObject } from 'xstate';
import type { AsciiRamp } from '#domain/ascii/ascii.ts';
import type { AsciiWorker } from '#workers/ascii.worker.ts';
import type { AsciiFont } from '#workers/ascii/measure-ink.ts';
import type { AsciiEvent } from '#machines/ascii/ascii.machine.ts';
import { runWorker, type WorkerEndpoint } from '#actors/workers/running-worker.ts';
import type { Studio } from './studio.ts';

type Deps = {
  readonly studio: Pick<Studio, 'open' | 'close'>;
  /** throws where workers are not allowed */
  readonly spawn: () => WorkerEndpoint;
  readonly font: AsciiFont;
};

/** One worker that draws for the studio, from its start until it is stopped. The font is measured by the first one. */
export const defineAsciiWorker = ({ studio, spawn, font }: Deps) => {
  let ramp: AsciiRamp | undefined;
  return fromCallback<AnyEventObject>(({ sendBack: tell }) => {
    const sendBack = (event: AsciiEvent) => tell(event);
    const { remote, isOver, lose, end } = runWorker<AsciiWorker>(spawn, () => sendBack({ type: 'worker.lost' }));
    const begin = (measured: AsciiRamp) => {
      if (isOver()) return;
      ramp = measured;
      sendBack({ type: 'worker.ready' });
      studio.open({
        draw: (id, order) => remote.draw(id, order),
        leave: (id) => void remote.leave(id).catch(() => {}),
        hung: lose,
      });
    };
    remote.start(font, ramp).then(begin, lose);
    return () => {
      studio.close();
      end();
    };
  });
};
