import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { shortcutTexts as texts } from '#ui/texts/shortcuts.ts';

/** Leads to the list of keyboard shortcuts. */
export const ShortcutsRow = () => {
  const open = useOpenOverlay();
  return (
    <button type="button" className="item" aria-haspopup="dialog" onClick={() => open({ shortcuts: true })}>
      <Icon name="keyboard" />
      <span className="item__txt">
        <b>{texts.title}</b>
        <small>{texts.why}</small>
      </span>
      <Icon name="next" size="s" />
    </button>
  );
};
