import {
  CARRY_AGAIN_FIRST_MS,
  CARRY_AGAIN_FACTOR,
  CARRY_AGAIN_MOST_MS,
  CARRY_AGAIN_TRIES,
} from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { Parcel } from '#domain/ecash/ledger/parcel.ts';

/** HTTP: too slow, too many, and all that a server says of itself */
const isPassing = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/** Whether what went wrong may go better later without anybody doing something about it. */
export const mayPass = (trouble: EcashProblem): boolean => {
  switch (trouble.code) {
    case 'request-network':
    case 'request-silent':
    case 'message-undelivered':
    case 'message-inbox-unknown':
      return true;
    case 'request-refused':
      return isPassing(trouble.status);
    default:
      return false;
  }
};

/** ms until it is brought once more, after so many tries in vain. */
export const againAfter = (tries: number): number =>
  Math.min(CARRY_AGAIN_FIRST_MS * CARRY_AGAIN_FACTOR ** (tries - 1), CARRY_AGAIN_MOST_MS);

/** After a try in vain: it is brought once more by itself, or stays here until the user decides. `now` in ms. */
export const afterTrouble = (parcel: Parcel, trouble: EcashProblem, now: number): Parcel => {
  const { nextAt: _, ...known } = parcel;
  const tries = (parcel.tries ?? 0) + 1;
  return mayPass(trouble) && tries <= CARRY_AGAIN_TRIES
    ? { ...known, state: 'due', trouble, tries, nextAt: now + againAfter(tries) }
    : { ...known, state: 'failed', trouble, tries };
};

/** Brought at once, as it was, by the wish of the user; undefined for what is there, or is on its way. */
export const atOnce = ({ nextAt, trouble: _, tries: __, ...parcel }: Parcel): Parcel | undefined =>
  parcel.state === 'failed' || (parcel.state === 'due' && nextAt !== undefined)
    ? { ...parcel, state: 'due' }
    : undefined;

/** When its token is to be brought to somebody, in ms: 0 for now; undefined where it is not, or not any more. */
export const dueAt = ({ kind, phase, child, parcel }: Operation): number | undefined =>
  kind === 'send' && phase === 'waiting' && child === undefined && parcel?.state === 'due'
    ? (parcel.nextAt ?? 0)
    : undefined;

/** Whether it is to be brought now, in ms; a clock that was put back makes nobody wait. */
export const isDue = (record: Operation, now: number): boolean => {
  const at = dueAt(record);
  return at !== undefined && (at <= now || at - now > CARRY_AGAIN_MOST_MS);
};

/** Whether an operation pays, or paid, this request; what did not happen does not. */
export const paysRequest = ({ kind, phase, parcel }: Operation, key: string): boolean =>
  kind === 'send' && phase !== 'fenced' && parcel?.request?.key === key;
