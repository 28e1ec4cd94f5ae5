import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import '#ui/ecash/ecash.css';

type Act = keyof typeof texts.acts;

const ICONS: readonly (readonly [Act, IconName])[] = [
  ['deposit', 'save'],
  ['receive', 'in'],
  ['send', 'out'],
  ['pay', 'bolt'],
];

/** Opens the sheet of an act, after the key is unlocked. */
export const useEcashAct = (): ((act: Act) => void) => {
  const open = useOpenToWrite();
  return (act) => open({ money: act }, texts.acts[act]);
};

/** What can be done with ecash. */
export const EcashActs = () => {
  const act = useEcashAct();
  return (
    <nav className="wact wact--4" aria-label={texts.act}>
      {ICONS.map(([name, icon]) => (
        <button key={name} type="button" aria-haspopup="dialog" onClick={() => act(name)}>
          <span>
            <Icon name={icon} size="l" />
          </span>
          {texts.acts[name]}
        </button>
      ))}
    </nav>
  );
};
