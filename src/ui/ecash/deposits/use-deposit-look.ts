import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { checkDelay, overAt } from '#domain/ecash/ledger/deposit.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { SECOND } from '#domain/units.ts';
import type { depositMachine } from '#machines/ecash/deposit.machine.ts';
import { useClock } from '#ui/kit/use-clock.ts';
import { useArea } from '#ui/system-context.ts';

type Snapshot = SnapshotFrom<typeof depositMachine> | undefined;

const isAt = (snapshot: Snapshot, state: 'checking' | 'pausing'): boolean =>
  snapshot?.matches({ awaitingPayment: { polling: state } }) === true || snapshot?.matches({ late: state }) === true;

/** How it is found out whether an invoice is paid. */
export type DepositLooking = {
  /** this tab asks the mint; else another one does */
  readonly isHere: boolean;
  readonly isAsking: boolean;
  /** the invoice has expired, and is asked for seldom */
  readonly isLate: boolean;
  /** how often was asked so far */
  readonly checks: number;
  /** how long until the next look at most */
  readonly withinSeconds: number;
};

/** How the mint is asked about the invoice of a deposit. */
export const useDepositLook = (operation: string): DepositLooking => {
  const deposit = useSelector(
    useArea('ecash'),
    ({ children }) => children[operation] as ActorRefFrom<typeof depositMachine> | undefined,
  );
  const checks = useSelector(deposit, (snapshot) => snapshot?.context.checks ?? 0);
  const withinSeconds = useSelector(deposit, (snapshot) =>
    snapshot ? Math.ceil(checkDelay(snapshot.context) / SECOND) : 0,
  );
  const isAsking = useSelector(deposit, (snapshot) => isAt(snapshot, 'checking'));
  const isLate = useSelector(deposit, (snapshot) => snapshot?.hasTag('late') === true);
  return { isHere: deposit !== undefined, isAsking, isLate, checks, withinSeconds };
};

/** Whether the time to pay the invoice of a deposit is over: by the clock, or by what the tab that asks was told. */
export const useIsDepositLate = ({ id, quote }: Operation): boolean => {
  const { isLate } = useDepositLook(id);
  const now = useClock();
  return isLate || overAt(quote?.expiresAt, now) !== 'no';
};
