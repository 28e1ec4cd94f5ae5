import { bytesToHex } from '@noble/hashes/utils.js';
import { isAwaited, takerOf } from '#domain/ecash/made-request.ts';
import type { Ecash, EcashStand } from '#ports/ecash.ts';
import type { Changing } from '#ports/session.ts';
import { createRequestActs, type RequestActsDeps } from '#actors/ecash/request-acts.ts';
import { createRequestPayments, type RequestPaymentsDeps } from '#actors/ecash/request-payments.ts';
import type { MessageListener } from '#actors/messages/inbox.ts';
import type { AreaDeps } from './deps.ts';
import type { Messages } from './messages.ts';

type RequestsDeps = Pick<AreaDeps, 'browser' | 'ending' | 'follow' | 'now'> &
  Pick<RequestPaymentsDeps, 'purse' | 'signer' | 'begin' | 'loopback'> & {
    readonly stand: Changing<EcashStand | undefined>;
    readonly messages: Pick<Messages, 'alone' | 'inboxRelays'>;
  };

type Requests = {
  readonly acts: ReturnType<typeof createRequestActs> & Pick<Ecash, 'decidePayment' | 'resumePayments'>;
  /** is to be given each private message that is read, whatever it is read for */
  readonly hear: MessageListener;
};

const NAME_BYTES = 8;

/** Whether an operation that takes a payment is over, and the payment does not know yet. */
const isUnsettled = ({ requests, history }: EcashStand): boolean => {
  const taking = requests.flatMap(({ payments }) => payments.flatMap((payment) => takerOf(payment) ?? []));
  return history.some(({ operation }) => taking.includes(operation));
};

/** Asking for sats and being paid, and paying those who ask. */
export const createRequests = (deps: RequestsDeps): Requests => {
  const { browser, ending, follow, stand, messages } = deps;
  const { alone, inboxRelays } = messages;
  const newName = () => bytesToHex(browser.crypto.getRandomValues(new Uint8Array(NAME_BYTES)));
  const payments = createRequestPayments({ ...deps, alone });
  const acts = createRequestActs({ ...deps, alone, inboxRelays, newName } satisfies RequestActsDeps);
  const settle = () => {
    const seen = stand.get();
    if (seen && isUnsettled(seen)) void payments.settle().catch(() => {});
  };
  let wasOpen = false;
  // what an earlier visit did not get done
  const opened = (isOpen: boolean) => {
    if (isOpen && !wasOpen) void payments.resume('by itself').catch(() => {});
    wasOpen = isOpen;
  };
  const ends = [stand.subscribe(settle), follow('ecash', (snapshot) => opened(snapshot.hasTag('open')))];
  ending.addEventListener('abort', () => {
    for (const end of ends) end();
  });
  const resumePayments = () => payments.resume('by hand');
  return { acts: { ...acts, decidePayment: payments.decide, resumePayments }, hear: payments.hear };
};

/** Whether something of this account waits for others: then its ecash starts with the app. */
export const isAwaitingPayment = ({ requests }: EcashStand, now: number): boolean =>
  requests.some((one) => isAwaited(one, now));
