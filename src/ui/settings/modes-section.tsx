import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { usePreference } from '#ui/system-context.ts';
import { Section } from './section.tsx';
import { settingsTexts as texts } from '#ui/texts/settings.ts';

/** How the app looks (SET-02). */
export const ModesSection = () => {
  const [darkMode, setDarkMode] = usePreference('darkMode');
  return (
    <Section id="modes" title={texts.modes}>
      <div className="list">
        <SwitchRow label={texts.darkMode} checked={darkMode} onChange={setDarkMode} />
      </div>
    </Section>
  );
};
