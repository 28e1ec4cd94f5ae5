import { useState } from 'react';
import { isListed, paidIn, type MadeRequest } from '#domain/ecash/requests/made-request.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { whole } from '#ui/texts/formats.ts';
import { requestTexts as texts } from '#ui/texts/request.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';

const Row = ({ request, got }: { request: MadeRequest; got: number }) => {
  const open = useOpenOverlay();
  const { id, amount, memo, payments } = request;
  const asks = payments.some(({ state }) => state === 'asks');
  const stands = got > 0 ? texts.got(whole(got)) : texts.waiting;
  return (
    <button type="button" className="item" aria-haspopup="dialog" onClick={() => open({ money: `request-${id}` })}>
      <span className="item__ico">
        <Icon name={asks ? 'alert' : 'qr'} />
      </span>
      <span className="item__txt">
        <b className="clip" dir="auto">
          {memo ?? texts.title}
        </b>
        <small>{stands}</small>
      </span>
      {amount !== undefined && <b className="end num">{whole(amount)}</b>}
    </button>
  );
};

/** What this account asked others to pay and still waits for. */
export const OwnRequests = () => {
  const stand = useEcashStand();
  const [now] = useState(Date.now);
  const paid = (request: MadeRequest) => paidIn(request, stand?.history ?? []);
  const requests = (stand?.requests ?? []).filter((request) => isListed(request, paid(request).sent, now));
  if (requests.length === 0) return null;
  return (
    <section className="wl__part wl__all" aria-label={texts.open}>
      <h2>{texts.open}</h2>
      <div className="list">
        {requests.map((request) => (
          <Row key={request.id} request={request} got={paid(request).held} />
        ))}
      </div>
    </section>
  );
};
