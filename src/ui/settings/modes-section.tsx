import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { usePreference } from '#ui/system-context.ts';
import { texts } from '#ui/texts.ts';
import { Section } from './section.tsx';

/** How the app looks (SET-02). */
export const ModesSection = () => {
  const [darkMode, setDarkMode] = usePreference('darkMode');
  return (
    <Section id="modes" title={texts.settings.modes}>
      <div className="list">
        <SwitchRow label={texts.settings.darkMode} checked={darkMode} onChange={setDarkMode} />
      </div>
    </Section>
  );
};
