import { useMemo, useState, type ReactNode } from 'react';
import { satsOf } from '#domain/money/money-entry.ts';
import { URL_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { readInvoice, type Invoice } from '#domain/wallet/invoice.ts';
import { readPayable, type PayableProblem } from '#domain/wallet/payable.ts';
import { invoiceNote } from '#domain/wallet/payment-entry.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { whole } from '#ui/texts/formats.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { tokenTexts } from '#ui/texts/token.ts';
import './note-token.css';

const PREFIX = /^(?:lightning:)?lnbc/i;

/** Whether what stands in a note is a Lightning invoice rather than ecash. */
export const isInvoiceText = (text: string): boolean => PREFIX.test(text);

const Amount = ({ msats }: { msats: number | undefined }) => {
  if (msats === undefined) return <small>{tokenTexts.request.open}</small>;
  const sats = satsOf({ msats, direction: 'out' });
  return (
    <>
      <b>{whole(sats)}</b>
      <br />
      <small>{tokenTexts.unit(sats)}</small>
    </>
  );
};

type FaceProps = { invoice: Invoice | undefined; problem: PayableProblem | undefined };

const Face = ({ invoice, problem }: FaceProps) => {
  const { invoice: texts, memo } = tokenTexts;
  const note = invoice ? invoiceNote(invoice.text) : '';
  return (
    <>
      <span className="item__ico">
        <Icon name={invoice ? 'bolt' : 'alert'} />
      </span>
      <span className="item__txt">
        <b>{invoice ? texts.title : texts.unreadable}</b>
      </span>
      <span className="ecash__a">{invoice && <Amount msats={invoice.msats} />}</span>
      {note !== '' && (
        <p className="ecash__m" dir="auto">
          {memo(note)}
        </p>
      )}
      {invoice && problem && <p className="t-sm c-2">{moneyTexts[problem]}</p>}
    </>
  );
};

const useGlance = (text: string) => {
  const [now] = useState(() => Date.now());
  return useMemo(() => {
    const read = readPayable(text, now);
    return { invoice: readInvoice(text), problem: 'problem' in read ? read.problem : undefined };
  }, [text, now]);
};

const labelOf = ({ msats }: Partial<Invoice> = {}): string => {
  const { title, label } = tokenTexts.invoice;
  return msats === undefined ? title : label(whole(satsOf({ msats, direction: 'out' })));
};

/** The same in a quote, where nothing can be pressed. */
export const QuotedInvoice = ({ text, children }: { text: string; children?: ReactNode }) => {
  const { invoice, problem } = useGlance(text);
  return (
    <section className="ecash" data-s={problem === 'expired' ? 'spent' : undefined} aria-label={labelOf(invoice)}>
      <Face invoice={invoice} problem={problem} />
      {children}
    </section>
  );
};

/** A Lightning invoice that stands in a note: for how much and what for, and the way to the sheet that pays it. */
export const NoteInvoice = ({ text }: { text: string }) => {
  const { invoice, problem } = useGlance(text);
  const pay = useOpenToWrite('login');
  const { invoice: texts, request } = tokenTexts;
  // the sheet reads it from the address
  const isPayable = invoice !== undefined && problem === undefined && invoice.text.length <= URL_MAX_CHARACTERS;
  return (
    <QuotedInvoice text={text}>
      <div className="ecash__f">
        <CopyButton text={invoice?.text ?? text} label={texts.copy} bare={isPayable} />
        {isPayable && (
          <Button
            size="s"
            look="value"
            aria-haspopup="dialog"
            onClick={() => pay({ money: invoice.text }, request.pay)}
          >
            {request.pay}
          </Button>
        )}
      </div>
    </QuotedInvoice>
  );
};
