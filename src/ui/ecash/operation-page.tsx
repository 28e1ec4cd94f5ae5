import { isInDoubt, isOpenEntry, type MoneyEntry } from '#domain/money/money-entry.ts';
import { isOut, type Operation } from '#domain/ecash/operation.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { CopyItem } from '#ui/kit/copy-item.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { signedSats } from '#ui/money/entry-words.ts';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { clockLabel } from '#ui/texts/dates.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { movingTexts } from '#ui/texts/moving.ts';
import { DepositInvoice } from './deposit-invoice.tsx';
import { AskNow, Contact } from './ask-now.tsx';
import { aboutOf, evidenceOf, factsOf, knownOf, stepsOf } from './operation-facts.ts';
import { Steps } from './steps.tsx';
import { TokenOut, useTokenText } from './token-out.tsx';
import { MoveBody } from './transfer-progress.tsx';
import { useEcashStand } from './use-ecash.ts';
import { useEcashEntries } from './use-ecash-entries.ts';
import { useOperation, type KnownOperation } from './use-operation.ts';

const texts = movingTexts.operation;

const BANNERS = {
  'under way': { icon: 'clock' },
  'not known': { tone: 'warn', icon: 'clock' },
  'needs you': { tone: 'bad', icon: 'alert' },
  paid: { tone: 'ok', icon: 'check' },
  'not paid': { icon: 'info' },
} as const;

type Props = { entry: MoneyEntry; known: KnownOperation };

const Out = ({ record }: { record: Operation }) => {
  const { token, act, again } = useTokenText(record.id);
  return <TokenOut record={record} token={token} act={act} onAgain={again} />;
};

/** What belongs to one that is under way: its invoice, its token, its way. */
const OperationLive = ({ entry, known: { record } }: Props) => {
  if (entry.kind === 'move') return <MoveBody id={entry.id} />;
  if (!record || record.phase === 'attention') return null;
  if (record.kind === 'deposit') return <DepositInvoice record={record} />;
  return isOut(record) ? <Out record={record} /> : null;
};

const Facts = ({ entry, known: { record } }: Props) => (
  <dl className="kv">
    {factsOf(entry, record).map(([name, value, look]) =>
      value === undefined ? null : (
        <div key={name} className="kv__row">
          <dt>{name}</dt>
          <dd className={look} dir={name === texts.for ? 'auto' : undefined}>
            {value}
          </dd>
        </div>
      ),
    )}
  </dl>
);

const Known = ({ entry, known: { record } }: Props) => (
  <section className="wl__part">
    <h2>{texts.known}</h2>
    <ol className="list heard">
      {knownOf(entry, record).map(({ at, text }) => (
        <li key={`${at} ${text}`}>
          <time dateTime={new Date(at).toISOString()}>{clockLabel(at)}</time>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  </section>
);

const mintOf = ({ record, row }: KnownOperation): string => record?.mint ?? row?.mint ?? '';

const Ends = ({ entry, known }: Props) => {
  const invoice = known.record?.quote?.invoice ?? known.row?.invoice;
  const preimage = known.record?.preimage ?? known.row?.preimage;
  return (
    <section className="wl__part">
      {isInDoubt(entry) && (
        <>
          <h2>{texts.ends}</h2>
          <p className="c-2">{texts.endsWhy}</p>
        </>
      )}
      <div className="list">
        {invoice !== undefined && <CopyItem icon="copy" label={texts.copyInvoice} text={invoice} />}
        {preimage !== undefined && <CopyItem icon="check" label={texts.copyProof} text={preimage} />}
        <CopyItem
          icon="file"
          label={texts.copyEvidence}
          hint={texts.copyEvidenceWhy}
          text={evidenceOf(entry, known.record, mintOf(known))}
        />
      </div>
    </section>
  );
};

const Body = ({ entry, known }: Props) => {
  const { title, why } = aboutOf(entry);
  return (
    <div className="wl wl--op">
      <section className="op">
        <div className="op__h">
          <p className="t-sm c-2">{moneyTexts.kinds[entry.kind]}</p>
          <p className="amount">
            {signedSats(entry)}
            <small>{movingTexts.sats}</small>
          </p>
        </div>
        <Banner {...BANNERS[entry.state]} title={title}>
          {why}
        </Banner>
        {isOpenEntry(entry) && <OperationLive entry={entry} known={known} />}
        {isInDoubt(entry) && (
          <div className="now__acts">
            <AskNow id={entry.id} />
            {entry.state === 'needs you' && <Contact mint={mintOf(known)} />}
          </div>
        )}
        <Facts entry={entry} known={known} />
      </section>
      <section className="wl__part">
        <h2>{texts.steps}</h2>
        <Steps steps={stepsOf(entry, known.record)} />
      </section>
      <Known entry={entry} known={known} />
      <Ends entry={entry} known={known} />
    </div>
  );
};

/** All that is known of one operation with ecash: what it costs, how far it came, what it rests on, what can be done. */
export const EcashOperationPage = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const stand = useEcashStand();
  const entry = useEcashEntries()?.find((one) => one.id === id);
  const known = useOperation(id);
  return (
    <MoneyPage title={texts.title} onClose={onClose}>
      {entry ? (
        <Body entry={entry} known={known} />
      ) : (
        <div className="wl wl--hist">
          {stand ? (
            <EmptyState art="nut" title={moneyTexts.paymentGone}>
              {moneyTexts.paymentGoneWhy}
            </EmptyState>
          ) : (
            <output className="hint">{movingTexts.loading}</output>
          )}
        </div>
      )}
    </MoneyPage>
  );
};
