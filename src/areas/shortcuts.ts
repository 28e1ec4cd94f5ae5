import { defineWatchKeys, defineWatchShortcutChoice } from '#actors/shell/keyboard.ts';
import { shortcutsMachine } from '#machines/shell/shortcuts.machine.ts';
import type { Area, AreaDeps } from './deps.ts';

/** The keys by which one reads without the mouse. */
export const shortcutsArea = ({ preferences }: Pick<AreaDeps, 'preferences'>): Area => ({
  logic: shortcutsMachine.provide({
    actors: {
      'watch keys': defineWatchKeys({ document, preferences }),
      'watch choice': defineWatchShortcutChoice({ preferences }),
    },
  }),
});
