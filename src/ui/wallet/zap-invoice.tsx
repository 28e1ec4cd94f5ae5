import { buttonClass } from '#ui/kit/button-class.ts';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { QrCode } from '#ui/kit/qr-code.tsx';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useWallet } from './use-wallet.ts';

const words = texts.invoice;

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
    </div>
  );
};
