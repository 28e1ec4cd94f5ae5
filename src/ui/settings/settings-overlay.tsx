import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { FullSheet } from '#ui/kit/full-sheet.tsx';
import { useIsPainted } from '#ui/kit/use-painted.ts';
import { useOverlay } from '#ui/overlay.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { inspectorTexts } from '#ui/texts/inspector.ts';
import { powTexts } from '#ui/texts/pow.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { sessionTexts } from '#ui/texts/session.ts';
import { CacheSection } from './cache-section.tsx';
import { EcashSection } from './ecash-section.tsx';
import { FiltersSection } from './filters-section.tsx';
import { LoginSection } from './login-section.tsx';
import { ModesSection } from './modes-section.tsx';
import { PowSection } from './pow-section.tsx';
import { RelaysSection } from './relays-section.tsx';
import { StatechartsSection } from './statecharts-section.tsx';
import { settingsTexts as texts } from '#ui/texts/settings.ts';
import { WalletSection } from './wallet-section.tsx';
import { useCurrentSection } from './use-current-section.ts';
import './settings.css';

const sections: readonly { id: string; title: () => string; icon: IconName }[] = [
  { id: 'modes', title: () => texts.modes, icon: 'palette' },
  { id: 'filters', title: () => texts.filters, icon: 'filter' },
  { id: 'wallet', title: () => texts.wallet, icon: 'bolt' },
  { id: 'ecash', title: () => ecashTexts.section, icon: 'coin' },
  { id: 'login', title: () => sessionTexts.title, icon: 'key' },
  { id: 'cache', title: () => sessionTexts.cache, icon: 'box' },
  { id: 'relays', title: () => relayTexts.title, icon: 'relay' },
  { id: 'pow', title: () => powTexts.title, icon: 'nut' },
  { id: 'statecharts', title: () => inspectorTexts.section, icon: 'chart' },
];

const ids = sections.map(({ id }) => id);

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
  const [current, choose] = useCurrentSection(ids);
  const asked = useLocation({ select: ({ hash }) => hash });
  // what no window shows at first comes with the next frame
  const isWhole = useIsPainted();
  // after the dialog took the focus
  useEffect(() => {
    if (!isWhole || !ids.includes(asked)) return;
    choose(asked);
    goTo(asked);
    // oxlint-disable-next-line react/exhaustive-deps -- only another address asks for another section
  }, [asked, isWhole]);
  const go = (id: string) => {
    choose(id);
    goTo(id);
  };
  return (
    <FullSheet title={texts.title} className="full--wide" onClose={close}>
      <div className="set">
        <nav className="set__nav" aria-label={texts.sections}>
          {sections.map(({ id, title, icon }) => (
            <button key={id} type="button" aria-current={id === current} onClick={() => go(id)}>
              <Icon name={icon} />
              {title()}
            </button>
          ))}
        </nav>
        <div className="set__main">
          <ModesSection />
          <FiltersSection />
          {isWhole && (
            <>
              <WalletSection />
              <EcashSection />
              <LoginSection />
              <CacheSection />
              <RelaysSection />
              <PowSection />
              <StatechartsSection />
            </>
          )}
        </div>
      </div>
    </FullSheet>
  );
};
