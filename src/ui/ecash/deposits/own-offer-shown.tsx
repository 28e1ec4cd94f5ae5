import { useState } from 'react';
import { arrivedBy, isOfOffer, type MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import type { EcashStand } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Facts } from '#ui/kit/facts.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { QrCode } from '#ui/kit/qr-code.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { EntryList } from '#ui/money/entry-list.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ownOfferTexts as texts } from '#ui/texts/own-offer.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { LookNow } from '#ui/ecash/ask-now.tsx';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { NotThereSheet } from '#ui/ecash/not-there-sheet.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useIsEcashOpen } from '#ui/ecash/use-ecash-access.ts';
import { useEcashEntries } from '#ui/ecash/use-ecash-entries.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';
import '#ui/ecash/moving.css';

const canShare = (text: string): boolean => 'canShare' in navigator && navigator.canShare({ text });

const Code = ({ text }: { text: string }) => (
  <>
    {/* capitals make a smaller code */}
    <QrCode text={text.toUpperCase()} label={texts.qr} fallback={<Problem>{ecashMovesTexts.deposit.noQr}</Problem>} />
    <div className="code code--clip">
      <span>{text}</span>
      <CopyButton text={text} label={texts.copy} bare />
    </div>
  </>
);

type Known = { offer: MadeOffer; stand: EcashStand };

/** Whether something is on its way, and what has arrived. */
const Waiting = ({ offer, stand }: Known) => {
  const isOpen = useIsEcashOpen();
  const got = arrivedBy(offer, stand.history);
  const isTaking = stand.open.some((record) => isOfOffer(offer, record.id));
  const stands = got > 0 ? texts.got(whole(got)) : texts.waiting;
  const watch = isOpen ? texts.watched : ecashMovesTexts.whenOpen;
  return (
    <div className="poll">
      <Icon name={offer.trouble ? 'alert' : 'clock'} />
      <output className="item__txt">
        <b>{isTaking ? texts.taking : stands}</b>
        <small>{isOpen && offer.trouble ? ecashProblemText(offer.trouble) : watch}</small>
      </output>
      <LookNow id={offer.id}>{texts.now}</LookNow>
    </div>
  );
};

const Arrivals = ({ offer }: { offer: MadeOffer }) => {
  const [now] = useState(Date.now);
  const entries = useEcashEntries()?.filter(({ id }) => isOfOffer(offer, id)) ?? [];
  return entries.length > 0 && <EntryList label={texts.arrivals} entries={entries} now={now} />;
};

const Shown = ({ offer, stand, onClose }: Known & { onClose: () => void }) => {
  const ecash = useEcash();
  const act = useAct();
  const nameOf = useMintName();
  const { amount, memo, mint, text, closedAt } = offer;
  const isUsed = closedAt === undefined;
  return (
    <Sheet
      title={amount === undefined ? texts.title : texts.titleOf(whole(amount))}
      onClose={onClose}
      foot={
        <>
          {isUsed && (
            <Button busy={act.isBusy} onClick={() => act.run(() => ecash.closeOffer(offer.id))}>
              {texts.stop}
            </Button>
          )}
          {isUsed && canShare(text) ? (
            <Button look="primary" onClick={() => void navigator.share({ text }).catch(() => {})}>
              {texts.share}
            </Button>
          ) : (
            <Button look="primary" onClick={onClose}>
              {texts.close}
            </Button>
          )}
        </>
      }
    >
      {isUsed ? (
        <Code text={text} />
      ) : (
        <Banner icon="clock" title={texts.stopped}>
          {texts.stoppedWhy}
        </Banner>
      )}
      {isUsed && <Waiting offer={offer} stand={stand} />}
      <ActProblem act={act} />
      <Arrivals offer={offer} />
      <Facts
        facts={[
          [texts.for, memo === undefined ? undefined : texts.quoted(memo), 'text'],
          [texts.at, nameOf(mint)],
        ]}
      />
    </Sheet>
  );
};

/** An offer of one's own: for a camera, as text, and what came in by it. Closing this ends nothing. */
export const OwnOfferShown = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const stand = useEcashStand();
  const offer = stand?.offers.find((one) => one.id === id);
  if (stand && offer) return <Shown offer={offer} stand={stand} onClose={onClose} />;
  return <NotThereSheet title={texts.title} missing={texts.missing} onClose={onClose} />;
};
