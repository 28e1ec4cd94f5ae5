import { defineWatchKeys, defineWatchShortcutChoice } from '#actors/shell/keyboard.ts';
import type { Area } from '#machines/areas.ts';
import { shortcutsMachine } from '#machines/shell/shortcuts.machine.ts';
import type { AreaDeps } from './deps.ts';

/** The keys by which one reads without the mouse. */
export const shortcutsArea = ({
  browser,
  preferences,
}: Pick<AreaDeps, 'browser' | 'preferences'>): Area<'shortcuts'> => ({
  logic: shortcutsMachine.provide({
    actors: {
      'watch keys': defineWatchKeys({ document: browser.document, preferences }),
      'watch choice': defineWatchShortcutChoice({ preferences }),
    },
  }),
});
