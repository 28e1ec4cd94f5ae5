import { Button } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import { HeldPage } from './held-page.tsx';
import { EcashLoginFirst } from './login-first.tsx';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import '#ui/ecash/ecash.css';

const FirstPage = lazyView(() => import('./first-page.tsx'), 'FirstPage');

type Props = { onClose: () => void };

/** For those who cannot hold ecash: nobody is logged in, or the login only reads. */
const NoAccess = () => {
  const open = useOpenOverlay();
  return (
    <div className="wl">
      <section className="wl__top">
        <EcashLoginFirst />
        <div className="row">
          <Button look="primary" icon="login" aria-haspopup="dialog" onClick={() => open({ login: true })}>
            {texts.login.act}
          </Button>
        </div>
      </section>
    </div>
  );
};

/** The ecash wallet, or how to begin one. */
export const EcashPage = ({ onClose }: Props) => {
  const stand = useEcashStand();
  const access = useEcashAccess();
  if (access !== 'none' && stand?.exists) return <HeldPage stand={stand} onClose={onClose} />;
  if (access !== 'none' && stand) return <FirstPage onClose={onClose} />;
  return (
    <MoneyPage title={texts.title} onClose={onClose}>
      {access === 'none' ? (
        <NoAccess />
      ) : (
        <div className="wl">
          <output className="hint">{texts.reading}</output>
        </div>
      )}
    </MoneyPage>
  );
};
