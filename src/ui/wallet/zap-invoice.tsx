import { Button } from '#ui/kit/button.tsx';
import { buttonClass } from '#ui/kit/button-class.ts';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { QrCode } from '#ui/kit/qr-code.tsx';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { socialTexts } from '#ui/texts/social.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useHasWallet } from './use-wallet.ts';
import { useWallet } from './use-wallet.ts';

const words = texts.invoice;

/** The way to have what was connected meanwhile pay, with another invoice. */
const FromWallet = ({ id }: { id: string }) => {
  const requireLogin = useLoginGate();
  const pay = () =>
    requireLogin({ act: { area: 'zap-desk', event: { type: 'zap.again', ids: [id] } }, title: socialTexts.zap });
  if (!useHasWallet()) return null;
  return (
    <>
      <p className="hint">{words.fromWalletWhy}</p>
      <Button look="value" icon="bolt" onClick={pay}>
        {words.fromWallet}
      </Button>
    </>
  );
};

/** An invoice for any wallet there is: as a picture, a link and a text. It is watched until it is paid. */
export const ZapInvoice = ({ id }: { id: string }) => {
  const { zapping } = useWallet();
  const { text = '', address = '' } = zapping.invoice(id) ?? {};
  return (
    <div className="stack">
      <p className="hint">{words.lead(address)}</p>
      <QrCode text={text.toUpperCase()} label={words.qr} fallback={<p className="err">{words.noQr}</p>} />
      <div className="row zapways">
        <CopyButton text={text} label={words.copy} />
        <a className={buttonClass({ look: 'line' })} href={`lightning:${text}`}>
          <Icon name="bolt" size="s" />
          {words.open}
        </a>
      </div>
      <p className="row">
        <Icon name="clock" size="s" />
        <output>{words.waiting}</output>
      </p>
      <FromWallet id={id} />
    </div>
  );
};
