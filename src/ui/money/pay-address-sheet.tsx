import { useState } from 'react';
import { readSats } from '#domain/money/sats.ts';
import type { PayParameters } from '#domain/wallet/lnurl-pay.ts';
import type { InvoiceToPay } from '#domain/wallet/payable.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import { toMsats, toSats } from '#domain/msats.ts';
import { ActProblem, anew, useAct } from '#ui/ecash/act.tsx';
import { AmountField } from '#ui/ecash/amount-field.tsx';
import { FormSheet } from '#ui/kit/form-sheet.tsx';
import { FreeText } from '#ui/kit/free-text.tsx';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';

const texts = moneyTexts.address;

type Props = { payee: Payee; onInvoice: (invoice: InvoiceToPay) => void; onClose: () => void };

/** Whole sats that the payee takes. */
const boundsOf = ({ minSendable, maxSendable }: PayParameters) => ({
  least: Math.ceil(toSats(minSendable)),
  most: Math.floor(toSats(maxSendable)),
});

/** How much goes to a Lightning address, in the bounds that its provider names; the invoice that it gives is paid as all are. */
export const PayAddress = ({ payee, onInvoice, onClose }: Props) => {
  const { address } = useWallet();
  const act = useAct();
  const { endpoint, parameters } = payee;
  const { least, most } = boundsOf(parameters);
  const [amount, type] = useState(least === most ? String(least) : '');
  const [comment, write] = useState('');
  const [wrong, tell] = useState<string>();
  const submit = () => {
    const sats = readSats(amount);
    if (sats === undefined) return tell(ecashMovesTexts.noAmount);
    const wish = { msats: toMsats(sats), comment: comment.trim() };
    act.run(async () => onInvoice(await address.invoice(payee, wish)));
  };
  return (
    <FormSheet
      title={texts.title}
      cancel={moneyTexts.cancel}
      submit={moneyTexts.next}
      look="primary"
      busy={act.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="center">
        <b>{endpoint.shown}</b>
      </p>
      {parameters.description !== '' && (
        <p className="c-2 center" dir="auto">
          {parameters.description}
        </p>
      )}
      <AmountField
        value={amount}
        onChange={anew(type, () => tell(undefined), act.forget)}
        hint={texts.bounds(least, most)}
        problem={wrong}
      />
      {parameters.commentAllowed > 0 && (
        <FreeText
          label={texts.comment}
          hint={texts.commentHint}
          most={parameters.commentAllowed}
          value={comment}
          onChange={anew(write, act.forget)}
        />
      )}
      <ActProblem act={act} />
    </FormSheet>
  );
};
