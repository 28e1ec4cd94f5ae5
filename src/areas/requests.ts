import { bytesToHex } from '@noble/hashes/utils.js';
import { REQUEST_ID_BYTES } from '#domain/ecash/ecash-limits.ts';
import type { Ecash, EcashStand } from '#ports/ecash.ts';
import type { Changing } from '#ports/session.ts';
import { createRequestActs, type RequestActsDeps } from '#actors/ecash/requests/request-acts.ts';
import { createRequestPayments, tryAgain, type RequestPaymentsDeps } from '#actors/ecash/requests/request-payments.ts';
import type { MessageListener } from '#actors/messages/inbox.ts';
import type { AreaDeps } from './deps.ts';
import type { Messages } from './messages.ts';

type RequestsDeps = Pick<AreaDeps, 'browser' | 'ending' | 'follow' | 'now'> &
  Pick<RequestPaymentsDeps, 'purse' | 'opened' | 'signer' | 'begin'> & {
    readonly stand: Changing<EcashStand | undefined>;
    readonly messages: Pick<Messages, 'alone' | 'inboxRelays'>;
  };

type Requests = {
  readonly acts: ReturnType<typeof createRequestActs> & Pick<Ecash, 'decidePayment' | 'resumePayments'>;
  /** is to be given each private message that is read, whatever it is read for */
  readonly hear: MessageListener;
};

/** Asking for sats and being paid, and paying those who ask. */
export const createRequests = (deps: RequestsDeps): Requests => {
  const { browser, messages } = deps;
  const { alone, inboxRelays } = messages;
  const newName = () => bytesToHex(browser.crypto.getRandomValues(new Uint8Array(REQUEST_ID_BYTES)));
  const payments = createRequestPayments({ ...deps, alone });
  const acts = createRequestActs({ ...deps, alone, inboxRelays, newName } satisfies RequestActsDeps);
  tryAgain(deps, payments);
  const resumePayments = () => payments.resume('by hand');
  return { acts: { ...acts, decidePayment: payments.decide, resumePayments }, hear: payments.hear };
};
