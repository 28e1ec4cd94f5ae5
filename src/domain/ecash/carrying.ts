import type { Operation } from './operation.ts';

/** Whether its token is there and is to be brought to somebody now. */
export const isDue = ({ kind, phase, child, parcel }: Operation): boolean =>
  kind === 'send' && phase === 'waiting' && child === undefined && parcel?.state === 'due';

/** Whether an operation pays, or paid, this request; what did not happen does not. */
export const paysRequest = ({ kind, phase, parcel }: Operation, key: string): boolean =>
  kind === 'send' && phase !== 'fenced' && parcel?.request?.key === key;
