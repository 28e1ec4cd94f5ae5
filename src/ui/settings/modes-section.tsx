import type { IconName } from '#ui/kit/icon.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { useMedia } from '#ui/kit/use-media.ts';
import { usePreference } from '#ui/system-context.ts';
import { settingsTexts as texts } from '#ui/texts/settings.ts';
import { LanguageRow } from './language-row.tsx';
import { Section } from './section.tsx';
import { ShortcutsRow } from './shortcuts-row.tsx';
import { useFeedCounts } from './use-feed-counts.ts';

type Row = {
  preference: 'imageMode' | 'useAscii' | 'useColor';
  icon: IconName;
  label: string;
  hint?: string;
  disabled?: boolean;
};

/** One mode; a disabled one keeps the choice it had. */
const ModeSwitch = ({ preference, ...row }: Row) => {
  const [on, turn] = usePreference(preference);
  return <SwitchRow {...row} checked={on} onChange={turn} />;
};

/** Dark or light: as the device is set until somebody chooses, and again when they choose that. */
const Theme = () => {
  const [chosen, choose] = usePreference('darkMode');
  const ofDevice = !useMedia('(prefers-color-scheme: light)');
  const dark = chosen ?? ofDevice;
  return (
    <>
      <SwitchRow icon="moon" label={texts.darkMode} checked={dark} onChange={choose} />
      <SwitchRow
        icon="contrast"
        label={texts.followSystem}
        hint={chosen === undefined ? texts.followsSystem(ofDevice) : texts.followsNot}
        checked={chosen === undefined}
        onChange={(follows) => choose(follows ? undefined : dark)}
      />
    </>
  );
};

/** Only notes with pictures, and how many of those read so far have none (FEED-10). */
const ImageNotesOnly = () => {
  const [on, turn] = usePreference('filterByImageNotesOnly');
  const { read, withoutPicture } = useFeedCounts();
  const count = on ? texts.hides(withoutPicture, read) : texts.imageNotesOnlyCount(withoutPicture, read);
  return (
    <SwitchRow
      icon="image"
      label={texts.imageNotesOnly}
      hint={read === 0 ? texts.imageNotesOnlyWhy : count}
      checked={on}
      onChange={turn}
    />
  );
};

/** The colours of ASCII art, which only its mode draws (SET-03). */
const ColorMode = () => {
  const [useAscii] = usePreference('useAscii');
  return (
    <ModeSwitch
      preference="useColor"
      icon="palette"
      label={texts.colorMode}
      hint={useAscii ? texts.colorModeWhy : texts.colorModeOff}
      disabled={!useAscii}
    />
  );
};

/** How the app and its pictures look (SET-02, SET-03). */
export const ModesSection = () => (
  <Section id="modes" title={texts.modes}>
    <div className="list">
      <Theme />
      <ImageNotesOnly />
      <ModeSwitch preference="imageMode" icon="grid" label={texts.imageMode} hint={texts.imageModeWhy} />
      <ModeSwitch preference="useAscii" icon="ascii" label={texts.asciiMode} hint={texts.asciiModeWhy} />
      <ColorMode />
      <LanguageRow />
      <ShortcutsRow />
    </div>
  </Section>
);
