import { useMemo } from 'react';
import { bareRequestText } from '#domain/ecash/requests/request-text.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { ParcelWay } from '#domain/ecash/ledger/parcel.ts';
import type { PaymentRequest } from '#domain/ecash/requests/payment-request.ts';
import { glanceAtRequest } from '#domain/ecash/requests/request-glance.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import { shortNpub } from '#domain/protocol/identifiers.ts';
import { hostOf } from '#domain/ecash/mints/mint-url.ts';
import type { EcashStand } from '#ports/ecash.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { useAccount } from '#ui/system-context.ts';
import { whole } from '#ui/texts/formats.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { wordsFor } from '#ui/texts/say.ts';
import { tokenTexts } from '#ui/texts/token.ts';
import { useLateEcash } from './use-late-ecash.ts';
import './note-token.css';

const useGlance = (text: string) => useMemo(() => glanceAtRequest(text, isSampleNetwork()), [text]);

const Person = ({ pubkey }: { pubkey: string }) => {
  const [name, key] = [useDisplayName(pubkey), shortNpub(pubkey)];
  return (
    <>
      <PersonAvatar pubkey={pubkey} size="s" />
      <span className="item__txt">
        <b>{tokenTexts.request.asks(useNameInText(pubkey))}</b>
        {key !== name && <small>{key}</small>}
      </span>
    </>
  );
};

const Host = ({ name }: { name: string }) => (
  <>
    <span className="item__ico">
      <Icon name="qr" />
    </span>
    <span className="item__txt">
      <b>{tokenTexts.request.title}</b>
      <small>{name}</small>
    </span>
  </>
);

/** Who asks, as far as the request says where the payment goes. */
const Asker = ({ way }: { way: ParcelWay | undefined }) => {
  if (way?.type === 'message') return <Person pubkey={way.pubkey} />;
  return <Host name={way ? hostOf(way.url) : wordsFor(ecashProblems, { code: 'request-transport' })} />;
};

/** The names of the mints they take, as this wallet knows them. */
const namesOf = ({ mints }: PaymentRequest, stand: EcashStand | undefined): string => {
  const { any, or } = tokenTexts.request;
  if (mints.length === 0) return any;
  const names = mints.map((url) => stand?.mints.find((mint) => mint.url === url)?.name ?? hostOf(url));
  return names.reduce((all, name) => or(all, name));
};

const Face = ({ request, stand }: { request: PaymentRequest; stand: EcashStand | undefined }) => {
  const { request: texts, unit, memo } = tokenTexts;
  return (
    <>
      <Asker way={request.ways[0]} />
      <span className="ecash__a">
        {request.amount === undefined ? (
          <small>{texts.open}</small>
        ) : (
          <>
            <b>{whole(request.amount)}</b>
            <br />
            <small>{unit(request.amount)}</small>
          </>
        )}
      </span>
      {request.memo !== undefined && (
        <p className="ecash__m" dir="auto">
          {memo(request.memo)}
        </p>
      )}
      <p className="t-sm c-2">{texts.takes(namesOf(request, stand))}</p>
    </>
  );
};

const labelOf = ({ amount }: PaymentRequest): string => {
  const { label, labelBare } = tokenTexts.request;
  return amount === undefined ? labelBare : label(whole(amount));
};

/** The way to pay it, or to what came in for it where the user asks for it themselves. */
const Foot = ({ text, request, stand }: { text: string; request: PaymentRequest; stand: EcashStand | undefined }) => {
  const pay = useOpenToWrite();
  const open = useOpenOverlay();
  const { pubkey } = useAccount();
  const { request: texts } = tokenTexts;
  const [way] = request.ways;
  const isOwn = way?.type === 'message' && way.pubkey === pubkey;
  const own = isOwn ? stand?.requests.find(({ id }) => id === request.id) : undefined;
  return (
    <div className="ecash__f">
      {!isOwn && <CopyButton text={text} label={texts.copy} bare={way !== undefined} />}
      {isOwn && <span className="row">{texts.own}</span>}
      {own && (
        <Button size="s" aria-haspopup="dialog" onClick={() => open({ money: `request-${own.id}` })}>
          {texts.see}
        </Button>
      )}
      {!isOwn && way && (
        <Button
          size="s"
          look="value"
          aria-haspopup="dialog"
          onClick={() => pay({ money: bareRequestText(text) }, texts.pay)}
        >
          {texts.pay}
        </Button>
      )}
      {isOwn && <CopyButton text={text} label={texts.copy} bare />}
    </div>
  );
};

const Unreadable = ({ problem, text }: { problem: EcashProblem; text?: string }) => {
  const { request: texts } = tokenTexts;
  return (
    <section className="ecash" data-s="spent" aria-label={texts.unreadable}>
      <span className="item__ico">
        <Icon name="alert" />
      </span>
      <span className="item__txt">
        <b>{texts.unreadable}</b>
        <small>{wordsFor(ecashProblems, problem)}</small>
      </span>
      {text !== undefined && (
        <div className="ecash__f">
          <CopyButton text={text} label={texts.copy} />
        </div>
      )}
    </section>
  );
};

/** A payment request that stands in a note: who asks, for how much and what for, of which mints, and the way to pay it. */
export const NoteRequest = ({ text }: { text: string }) => {
  const { request, problem } = useGlance(text);
  const { stand } = useLateEcash();
  if (!request) return <Unreadable problem={problem} text={text} />;
  return (
    <section className="ecash" aria-label={labelOf(request)}>
      <Face request={request} stand={stand} />
      <Foot text={text} request={request} stand={stand} />
    </section>
  );
};

/** The same in a quote, where nothing can be pressed. */
export const QuotedRequest = ({ text }: { text: string }) => {
  const { request, problem } = useGlance(text);
  const { stand } = useLateEcash();
  if (!request) return <Unreadable problem={problem} />;
  return (
    <section className="ecash" aria-label={labelOf(request)}>
      <Face request={request} stand={stand} />
    </section>
  );
};
