import { awaitsPayment } from '#domain/ecash/ledger/deposit.ts';
import { isInDoubt, isOpenEntry, type MoneyEntry } from '#domain/money/money-entry.ts';
import { isOfferText } from '#domain/wallet/offer.ts';
import { isOut, isOver, type Operation } from '#domain/ecash/ledger/operation.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyItem } from '#ui/kit/copy-item.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { useFollowUp } from '#ui/money/follow-up.ts';
import { MoneyPage } from '#ui/money/money-page.tsx';
import { kindText } from '#ui/money/entry-words.ts';
import { Movement, MovementGone } from '#ui/money/movement.tsx';
import { moneyTexts } from '#ui/texts/money.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { DepositInvoice } from '#ui/ecash/deposits/deposit-invoice.tsx';
import { AskNow, MintMail, useCanAskMints, useNotKnown } from '#ui/ecash/ask-now.tsx';
import { EcashPage } from './ecash-page.tsx';
import { aboutOf, evidenceOf, operationFacts, knownOfOperation, stepsOf } from '#ui/ecash/operation-facts.ts';
import { ParcelState } from '#ui/ecash/requests/request-pay-progress.tsx';
import { Steps } from '#ui/kit/steps.tsx';
import { TokenLeft } from '#ui/ecash/tokens/token-left.tsx';
import { TokenOut, useTokenText } from '#ui/ecash/tokens/token-out.tsx';
import { MoveBody } from '#ui/ecash/transfers/transfer-progress.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import { useEcashEntries } from '#ui/ecash/use-ecash-entries.ts';
import { useOperation, type KnownOperation } from '#ui/ecash/use-operation.ts';

const texts = ecashMovesTexts.operation;

type Props = { entry: MoneyEntry; known: KnownOperation };

/** It is being brought to whoever asked for it. */
const isOnItsWay = ({ parcel }: Operation): boolean => parcel !== undefined && parcel.state !== 'done';

const Out = ({ record }: { record: Operation }) => {
  const { token, act, again } = useTokenText(record.id);
  return <TokenOut record={record} token={token} act={act} onAgain={again} />;
};

/** What belongs to one that is under way: its invoice, its token, its way. */
const OperationLive = ({ entry, known: { record } }: Props) => {
  if (entry.kind === 'move') return <MoveBody id={entry.id} />;
  if (!record || record.phase === 'attention') return null;
  if (record.kind === 'deposit') return <DepositInvoice record={record} />;
  if (isOnItsWay(record)) return <ParcelState record={record} />;
  return isOut(record) ? <Out record={record} /> : null;
};

const mintOf = ({ record, row }: KnownOperation): string => record?.mint ?? row?.mint ?? '';

/** Whether its mint was paid, and says that it gave the ecash, which is not here. */
const isIssuedElsewhere = ({ why, token, kind }: MoneyEntry): boolean =>
  why?.code === 'quote-issued' || (token === 'gone' && (kind === 'deposit' || kind === 'move'));

/** What those are asked about who run a mint: of a move that was paid and gave nothing the part at the mint that was paid. */
const useAskedAbout = (entry: MoneyEntry, known: KnownOperation): KnownOperation => {
  const partner = useOperation(known.row?.partner?.operation);
  return entry.kind === 'move' && isIssuedElsewhere(entry) && partner.row ? partner : known;
};

const Copies = ({ entry, known, asked }: Props & { asked: KnownOperation }) => {
  const { record } = known;
  // what is open is for the wallet that was asked, and no other
  const isHidden = record?.gives !== undefined && !isOver(record);
  const invoice = isHidden ? undefined : (record?.quote?.invoice ?? known.row?.invoice);
  const preimage = record?.preimage ?? known.row?.preimage;
  return (
    <>
      {invoice !== undefined && (
        <CopyItem
          icon="copy"
          label={isOfferText(invoice) ? ecashMovesTexts.offer.copy : moneyTexts.copyInvoice}
          text={invoice}
        />
      )}
      {preimage !== undefined && <CopyItem icon="check" label={moneyTexts.copyProof} text={preimage} />}
      <CopyItem
        icon="file"
        label={moneyTexts.copyEvidence}
        hint={texts.copyEvidenceWhy}
        text={evidenceOf(entry, asked, mintOf(asked))}
      />
    </>
  );
};

const Body = ({ entry, known, onClose }: Props & { onClose: () => void }) => {
  const { record } = known;
  const ecash = useEcash();
  const followUp = useFollowUp();
  const notKnown = useNotKnown();
  const asked = useAskedAbout(entry, known);
  const isShut = !useCanAskMints();
  // a token and an invoice come with words and buttons of their own
  const isTokenShown = record !== undefined && isOut(record) && !isOnItsWay(record);
  const isInvoice = record !== undefined && awaitsPayment(record);
  const isSearch = record?.kind === 'restore' && isOpenEntry(entry);
  const stop = () => {
    ecash.stopRestoring(entry.id);
    onClose();
  };
  const isStill = isShut && isOpenEntry(entry) && !isInvoice && entry.token !== 'out';
  return (
    <Movement
      entry={entry}
      what={kindText(entry)}
      about={isTokenShown ? undefined : aboutOf(entry, notKnown, record?.trouble)}
      facts={operationFacts(entry, known)}
      steps={<Steps steps={stepsOf(entry, known.record)} />}
      known={knownOfOperation(entry, known.record, notKnown)}
      endsWhy={texts.endsWhy}
      copies={<Copies entry={entry} known={known} asked={asked} />}
    >
      {isOpenEntry(entry) && <OperationLive entry={entry} known={known} />}
      {known.row && <TokenLeft row={known.row} onAgain={() => followUp('receive')} />}
      {(isInDoubt(entry) || isStill || isSearch) && (
        <div className="now__acts">
          <AskNow ids={[entry.id]} />
          {entry.state === 'needs you' && <MintMail mint={mintOf(known)} />}
          {isSearch && <Button onClick={stop}>{texts.stopLooking}</Button>}
        </div>
      )}
      {isIssuedElsewhere(entry) && (
        <div className="now__acts">
          <MintMail mint={mintOf(asked)} />
        </div>
      )}
    </Movement>
  );
};

/** What is in no list: a search that found nothing, or what this device does not know. */
const Gone = ({ known: { row } }: Pick<Props, 'known'>) =>
  row?.kind === 'restore' ? (
    <EmptyState art="bird" title={texts.foundNothing}>
      {texts.foundNothingWhy}
    </EmptyState>
  ) : (
    <MovementGone />
  );

/** All that is known of one operation with ecash: what it costs, how far it came, what it rests on, what can be done. */
export const EcashOperationPage = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const stand = useEcashStand();
  const access = useEcashAccess();
  const entry = useEcashEntries()?.find((one) => one.id === id);
  const known = useOperation(id);
  if (!stand && access === 'none') return <EcashPage onClose={onClose} />;
  return (
    <MoneyPage title={texts.title} onClose={onClose}>
      {entry ? (
        <Body entry={entry} known={known} onClose={onClose} />
      ) : (
        <div className="wl wl--hist">
          {stand ? <Gone known={known} /> : <output className="hint">{ecashMovesTexts.loading}</output>}
        </div>
      )}
    </MoneyPage>
  );
};
