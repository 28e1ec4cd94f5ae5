import type { IconName } from '#ui/kit/icon.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { usePreference } from '#ui/system-context.ts';
import { settingsTexts as texts } from '#ui/texts/settings.ts';
import { LanguageRow } from './language-row.tsx';
import { Section } from './section.tsx';

type Row = {
  preference: 'darkMode' | 'filterByImageNotesOnly' | 'imageMode' | 'useAscii' | 'useColor';
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
      <ModeSwitch preference="darkMode" icon="moon" label={texts.darkMode} />
      <ModeSwitch
        preference="filterByImageNotesOnly"
        icon="image"
        label={texts.imageNotesOnly}
        hint={texts.imageNotesOnlyWhy}
      />
      <ModeSwitch preference="imageMode" icon="grid" label={texts.imageMode} hint={texts.imageModeWhy} />
      <ModeSwitch preference="useAscii" icon="ascii" label={texts.asciiMode} hint={texts.asciiModeWhy} />
      <ColorMode />
      <LanguageRow />
    </div>
  </Section>
);
