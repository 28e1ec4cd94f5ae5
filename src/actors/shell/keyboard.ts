import { fromCallback, type AnyEventObject } from 'xstate';
import { isNamedKey, mayRepeat, pressedKey } from '#domain/shell/shortcuts.ts';
import type { ShortcutsEvent } from '#machines/shell/shortcuts.machine.ts';
import type { PreferenceStore } from '#store/settings/preferences.ts';

type KeyboardDeps = {
  readonly document: Document;
  readonly preferences: Pick<PreferenceStore, 'get' | 'subscribe'>;
};

const FIELD =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])';
/** They use these keys themselves. */
const OWN_ENTER = 'a, button, summary, input, [role=button]';

/** Whether a press is left for shortcuts: nobody types, no dialog or menu is open, and no other key is held. */
const isFree = (event: KeyboardEvent, document: Document): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !(event.target instanceof Element && event.target.closest(FIELD)) &&
  document.querySelector('dialog:modal, :popover-open') === null;

const isForShortcuts = (event: KeyboardEvent, key: string): boolean => {
  if (event.repeat && !mayRepeat(key)) return false;
  const target = event.target as Element;
  return key !== 'Enter' || (target.matches('article') && !target.closest(OWN_ENTER));
};

/** Hears the keys that shortcuts are made of; what they do in the browser is left out then. */
export const defineWatchKeys = ({ document, preferences }: KeyboardDeps) =>
  fromCallback<AnyEventObject>(({ sendBack }) => {
    const hear = (event: KeyboardEvent) => {
      const key = isFree(event, document) ? pressedKey(event) : undefined;
      if (key === undefined || !isForShortcuts(event, key)) return;
      if (!isNamedKey(key) && !preferences.get('shortcuts')) return;
      if (key !== 'Escape') event.preventDefault();
      sendBack({ type: 'key.pressed', key } satisfies ShortcutsEvent);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  });

/** Tells whether the user wants shortcuts of one character, now and after each change. */
export const defineWatchShortcutChoice = ({ preferences }: Pick<KeyboardDeps, 'preferences'>) =>
  fromCallback<AnyEventObject>(({ sendBack }) => {
    let known: boolean | undefined;
    const tell = () => {
      const wanted = preferences.get('shortcuts');
      if (wanted === known) return;
      known = wanted;
      sendBack({ type: wanted ? 'shortcuts.on' : 'shortcuts.off' } satisfies ShortcutsEvent);
    };
    tell();
    return preferences.subscribe(tell);
  });
