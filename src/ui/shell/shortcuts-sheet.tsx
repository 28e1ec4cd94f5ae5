import { SHORTCUT_KEYS, type Shortcut } from '#domain/shell/shortcuts.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { usePreference } from '#ui/system-context.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import { shortcutTexts as texts } from '#ui/texts/shortcuts.ts';
import './shortcuts.css';

const GROUPS = {
  read: ['next', 'previous', 'open', 'back', 'show new'],
  act: ['reply', 'repost', 'like', 'write'],
  go: ['feed', 'notifications', 'profile', 'search', 'settings', 'inspect', 'help'],
} as const satisfies Record<string, readonly Shortcut[]>;

const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className="keys__way">
    {keys.map((key, index) => (
      <span key={key}>
        {index > 0 && ` ${texts.next} `}
        <kbd dir="ltr">{texts.named[key as keyof typeof texts.named] ?? key}</kbd>
      </span>
    ))}
  </span>
);

const Row = ({ shortcut }: { shortcut: Shortcut }) => (
  <div>
    <dt>{texts.does[shortcut]}</dt>
    <dd>
      {SHORTCUT_KEYS[shortcut].map((keys, index) => (
        <span key={keys.join(' ')}>
          {index > 0 && ` ${texts.or} `}
          <Keys keys={keys} />
        </span>
      ))}
    </dd>
  </div>
);

const Group = ({ group }: { group: keyof typeof GROUPS }) => (
  <section aria-labelledby={`keys-${group}`}>
    <h3 id={`keys-${group}`}>{texts.groups[group]}</h3>
    <dl>
      {GROUPS[group].map((shortcut) => (
        <Row key={shortcut} shortcut={shortcut} />
      ))}
    </dl>
  </section>
);

/** Which keys do what, and the switch for those of one character (`shortcuts=true`). */
export const ShortcutsSheet = () => {
  const { close } = useOverlay('shortcuts');
  const [on, turn] = usePreference('shortcuts');
  return (
    <Sheet wide title={texts.title} onClose={close} foot={<Button onClick={close}>{appTexts.shell.close}</Button>}>
      <p className="sheet__lead">{texts.lead}</p>
      <div className="keys" data-off={on ? undefined : true}>
        <Group group="read" />
        <Group group="act" />
        <Group group="go" />
      </div>
      <div className="list">
        <SwitchRow label={texts.single} hint={texts.singleWhy} checked={on} onChange={turn} />
      </div>
    </Sheet>
  );
};
