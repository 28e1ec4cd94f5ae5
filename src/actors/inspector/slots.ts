import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { ChosenFile } from '#domain/inspector/recording-file.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';
import type { Counted, OpenedRecording } from '#machines/inspector/inspector.machine.ts';
import type { createTicking } from './ticking.ts';
import type { createLive } from './live-log.ts';
import { definePlay } from './play.ts';

/** What the chart orders. */
export type Screens = {
  hold(): void;
  goOn(): void;
  close(): void;
  go(step: number): void;
  begin(file: ChosenFile | undefined): Promise<OpenedRecording | Counted>;
  playing(): readonly LogEntry[];
  show(): void;
  forget(): void;
};

/** The slots of the inspector's chart. */
export const slotsOf = (
  live: ReturnType<typeof createLive>,
  screens: Screens,
  ticking: ReturnType<typeof createTicking>,
) => {
  const shown = (act: () => void) => () => {
    act();
    screens.show();
  };
  const told = (act: () => void) => () => {
    act();
    ticking.now();
  };
  return {
    actors: {
      'watch app': fromCallback<AnyEventObject>(({ sendBack, self }) => {
        live.begin(self._parent!, () => sendBack({ type: 'recording.full' }));
        screens.show();
        ticking.start();
        return shown(() => {
          ticking.stop();
          live.end();
          screens.forget();
        });
      }),
      'open recording': fromPromise<OpenedRecording | Counted, { file: ChosenFile | undefined }>(({ input }) =>
        screens.begin(input.file),
      ),
      'play recording': definePlay(screens.playing),
    },
    actions: {
      'hold what is shown': shown(screens.hold),
      'let it go on': shown(screens.goOn),
      'begin recording': told(live.record),
      'end recording': told(live.stopRecording),
      'show the page': shown(screens.close),
      'show step': (_: unknown, { step }: { step: number }) => shown(() => screens.go(step))(),
    },
  };
};
