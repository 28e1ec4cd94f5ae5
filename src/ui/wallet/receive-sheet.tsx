import { useSelector } from '@xstate/react';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { readSats } from '#domain/money/sats.ts';
import type { OwnInvoice } from '#domain/wallet/receiving.ts';
import { SECOND } from '#domain/units.ts';
import { RECEIVE_DESCRIPTION_MAX } from '#domain/wallet/wallet-limits.ts';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { FreeText } from '#ui/kit/free-text.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { QrCode } from '#ui/kit/qr-code.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { momentLabel } from '#ui/texts/dates.ts';
import { walletProblemText, walletTexts as texts } from '#ui/texts/wallet.ts';

const words = texts.receive;

const Wish = ({ formId }: { formId: string }) => {
  const receiving = useArea('receiving');
  const problem = useSelector(receiving, ({ context }) => context.problem);
  const [amount, setAmount] = useState('');
  const [description, setDescription] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sats = readSats(amount);
    setWrong(sats === undefined);
    if (sats !== undefined) receiving.send({ type: 'receive.make', sats, description: description.trim() });
  };
  return (
    <form id={formId} className="stack" onSubmit={submit}>
      <AmountField value={amount} onChange={setAmount} problem={isWrong ? words.noAmount : undefined} />
      <FreeText
        label={words.description}
        value={description}
        most={RECEIVE_DESCRIPTION_MAX}
        onChange={setDescription}
      />
      {problem && !isWrong && <Problem>{texts.error(walletProblemText(problem))}</Problem>}
    </form>
  );
};

const Shown = ({ invoice }: { invoice: OwnInvoice }) => {
  const [now] = useState(Date.now);
  const isUnwatched = useSelector(useArea('receiving'), (snapshot) => snapshot.hasTag('unwatched'));
  return (
    <div className="stack">
      <p className="sheet__lead">
        {words.lead(texts.sats(invoice.sats))} {words.until(momentLabel(invoice.expiresAt * SECOND, now))}
      </p>
      {/* capitals make a smaller code */}
      <QrCode text={invoice.text.toUpperCase()} label={words.qr} fallback={<Problem>{words.noQr}</Problem>} />
      <div className="code code--clip">
        <span>{invoice.text}</span>
        <CopyButton text={invoice.text} label={words.copy} bare />
      </div>
      <output className="hint">{isUnwatched ? words.unwatched : words.waiting}</output>
    </div>
  );
};

/** Being paid (`receive=true`, NWC-15): an invoice of the connected wallet as a picture and as text, until it says it was paid. */
export const ReceiveSheet = () => {
  const { close } = useOverlay('receive');
  const formId = useId();
  const receiving = useArea('receiving');
  const { context } = useSelector(receiving, (snapshot) => snapshot);
  const [isAsking, isBusy, isPaid, isOver] = (['asking', 'busy', 'paid', 'over'] as const).map((tag) =>
    receiving.getSnapshot().hasTag(tag),
  );
  const again = () => receiving.send({ type: 'receive.open' });
  useEffect(() => {
    receiving.send({ type: 'receive.open' });
    return () => receiving.send({ type: 'receive.close' });
  }, [receiving]);
  const foot = isAsking ? (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
      <Button look="value" type="submit" form={formId} busy={isBusy === true}>
        {words.make}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={again}>{words.again}</Button>
      <Button look="primary" onClick={close}>
        {words.done}
      </Button>
    </>
  );
  const { invoice } = context;
  return (
    <Sheet title={words.title} onClose={close} foot={foot}>
      {isAsking && <Wish formId={formId} />}
      {invoice && !isPaid && !isOver && <Shown invoice={invoice} />}
      {invoice && isPaid && <Banner tone="ok" icon="check" title={words.paid(texts.sats(invoice.sats))} />}
      {invoice && isOver && (
        <Banner icon="clock" title={words.over}>
          {words.overWhy}
        </Banner>
      )}
    </Sheet>
  );
};
