import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { FullSheet } from '#ui/kit/full-sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { relayTexts } from '#ui/relays/texts.ts';
import { texts } from '#ui/texts.ts';
import { FiltersSection } from './filters-section.tsx';
import { ModesSection } from './modes-section.tsx';
import { RelaysSection } from './relays-section.tsx';
import './settings.css';

const sections: readonly { id: string; title: string; icon: IconName }[] = [
  { id: 'modes', title: texts.settings.modes, icon: 'palette' },
  { id: 'filters', title: texts.settings.filters, icon: 'filter' },
  { id: 'relays', title: relayTexts.title, icon: 'relay' },
];

const goTo = (id: string) => {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
};

/** All settings, over the whole screen (`settings=true`, at the relays `relayStatus=true`; SET-01, SET-12). */
export const SettingsOverlay = () => {
  const settings = useOverlay('settings');
  const relays = useOverlay('relayStatus');
  const { close } = relays.value ? relays : settings;
  return (
    <FullSheet title={texts.settings.title} className="full--wide" onClose={close}>
      <div className="set">
        <nav className="set__nav" aria-label={texts.settings.sections}>
          {sections.map(({ id, title, icon }) => (
            <button key={id} type="button" onClick={() => goTo(id)}>
              <Icon name={icon} />
              {title}
            </button>
          ))}
        </nav>
        <div className="set__main">
          <ModesSection />
          <FiltersSection />
          <RelaysSection />
        </div>
      </div>
    </FullSheet>
  );
};
