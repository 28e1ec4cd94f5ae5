import { bytesToHex } from '@noble/hashes/utils.js';
import { isAwaited } from '#domain/ecash/made-request.ts';
import type { Ecash, EcashStand } from '#ports/ecash.ts';
import type { Changing } from '#ports/session.ts';
import { createRequestActs, type RequestActsDeps } from '#actors/ecash/request-acts.ts';
import { createRequestPayments, type RequestPaymentsDeps } from '#actors/ecash/request-payments.ts';
import type { AreaDeps } from './deps.ts';
import type { Messages } from './messages.ts';

type RequestsDeps = Pick<AreaDeps, 'browser' | 'ending' | 'follow' | 'now'> &
  Pick<RequestPaymentsDeps, 'purse' | 'signer' | 'begin' | 'loopback'> & {
    readonly stand: Changing<EcashStand | undefined>;
    readonly messages: Messages;
  };

type Acts = ReturnType<typeof createRequestActs> & Pick<Ecash, 'decidePayment' | 'resumePayments'>;

const NAME_BYTES = 8;

/** Asking for sats and being paid, and paying those who ask. Private messages are read only while a payment is awaited. */
export const createRequests = (deps: RequestsDeps): Acts => {
  const { browser, ending, follow, stand, messages } = deps;
  const { alone, listen, inboxRelays } = messages;
  const newName = () => bytesToHex(browser.crypto.getRandomValues(new Uint8Array(NAME_BYTES)));
  const payments = createRequestPayments({ ...deps, alone });
  const acts = createRequestActs({ ...deps, alone, inboxRelays, newName } satisfies RequestActsDeps);
  let deaf: (() => void) | undefined;
  const attend = () => {
    const isAwaiting = payments.isAwaiting(stand.get()?.requests ?? []);
    if (isAwaiting === (deaf !== undefined)) return;
    deaf?.();
    deaf = isAwaiting ? listen(payments.hear) : undefined;
  };
  let wasOpen = false;
  // what an earlier visit did not get done
  const opened = (isOpen: boolean) => {
    if (isOpen && !wasOpen) void payments.resume().catch(() => {});
    wasOpen = isOpen;
  };
  attend();
  const ends = [stand.subscribe(attend), follow('ecash', (snapshot) => opened(snapshot.hasTag('open')))];
  ending.addEventListener('abort', () => {
    for (const end of ends) end();
    deaf?.();
  });
  return { ...acts, decidePayment: payments.decide, resumePayments: payments.resume };
};

/** Whether something of this account waits for others: then its ecash starts with the app. */
export const isAwaitingPayment = ({ requests }: EcashStand, now: number): boolean =>
  requests.some((one) => isAwaited(one, now));
