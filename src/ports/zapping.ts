import type { Payee } from '#domain/wallet/payee.ts';
import type { ZapChoice } from '#domain/wallet/zap-choice.ts';
import type { ZapStand } from '#domain/wallet/zap-wish.ts';
import type { Changing } from './session.ts';

/** What views have of zaps besides their charts. */
export type Zapping = {
  /** What the provider of somebody says; asked again after some minutes. Rejects with a `Failure`. */
  payee(pubkey: string): Promise<Payee>;
  /** The invoice of a zap, once there is one. */
  invoice(id: string): { readonly text: string; readonly address: string } | undefined;
  /** ids of the zaps of a note or a person in this visit, the oldest first */
  of(target: string): readonly string[];
  /** Where the zaps of a note or a person stand, also those of earlier visits and other tabs; undefined when there are none. */
  stand(target: string): ZapStand | undefined;
  /** Calls back when any of them stands elsewhere, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Somebody looks at the zaps of a target: failures are not told besides, until the returned function is called. */
  look(target: string): () => void;
  readonly choice: Changing<ZapChoice> & { set(changed: Partial<ZapChoice>): void };
};
