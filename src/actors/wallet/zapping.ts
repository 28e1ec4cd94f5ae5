import type { ActorRefFrom } from 'xstate';
import type { PaymentPhase } from '#domain/wallet/payment.ts';
import { firstStand, zapTargetOf, zapTargetOfPayment, type ZapStand } from '#domain/wallet/zap-wish.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { zapMachine } from '#machines/wallet/zap.machine.ts';
import type { Paying } from '#ports/paying.ts';
import type { Zapping } from '#ports/zapping.ts';
import type { ZapChoices } from '#store/wallet/zap-choices.ts';
import type { Payees } from './payees.ts';
import type { AllZapParts } from './zap-slots.ts';

type ZapRef = ActorRefFrom<typeof zapMachine>;

type Deps = Pick<RunningAreas, 'find' | 'follow'> & {
  readonly payments: Paying['payments'];
  readonly payees: Payees;
  readonly parts: AllZapParts;
  readonly choice: ZapChoices;
};

const TAGS = ['asks', 'not known', 'sending', 'failed', 'sent'] as const;

const standOf = (zap: ZapRef): ZapStand | undefined => {
  const snapshot = zap.getSnapshot();
  return TAGS.find((tag) => snapshot.hasTag(tag));
};

/** What a payment that is written down says of its zap. One that was refused is told where it was tried, not ever after. */
const STANDS: Readonly<Record<PaymentPhase, ZapStand | undefined>> = {
  requested: 'sending',
  sent: 'sending',
  unknown: 'not known',
  settled: 'sent',
  refused: undefined,
};

/** Who looks at which zaps. */
export const createOnlookers = () => {
  const looked = new Map<string, number>();
  const change = (target: string, by: number) => looked.set(target, (looked.get(target) ?? 0) + by);
  return {
    isLookedAt: (target: string) => (looked.get(target) ?? 0) > 0,
    look(target: string) {
      change(target, 1);
      return () => void change(target, -1);
    },
  };
};

/** Tells of changes in the charts of zaps and in the payments that are written down. */
const createChanges = ({ follow, payments }: Deps) => {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const followed = new Map<string, () => void>();
  let endings: (() => void)[] = [];
  const begin = () => {
    const leave = follow('zap-desk', ({ context, children }) => {
      for (const id of context.zaps) {
        if (followed.has(id)) continue;
        const subscription = (children[id] as ZapRef | undefined)?.subscribe({
          next: tell,
          complete: tell,
          error: tell,
        });
        followed.set(id, () => subscription?.unsubscribe());
      }
      for (const [id, end] of followed) {
        if (context.zaps.includes(id)) continue;
        end();
        followed.delete(id);
      }
      tell();
    });
    endings = [leave, payments.subscribe(tell)];
  };
  const end = () => {
    for (const stop of [...endings, ...followed.values()]) stop();
    followed.clear();
  };
  return (listener: () => void) => {
    if (listeners.size === 0) begin();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) end();
    };
  };
};

/** See `Zapping`. */
export const createZapping = (deps: Deps, look: Zapping['look']): Zapping => {
  const { find, payments, payees, parts, choice } = deps;
  const zapsOf = (target: string): readonly ZapRef[] =>
    Object.values((find('zap-desk')?.getSnapshot().children ?? {}) as Record<string, ZapRef>).filter(
      (zap) => zapTargetOf(zap.getSnapshot().context.wish) === target,
    );
  return {
    payee: payees.of,
    invoice(id) {
      const { payee, invoice } = parts.get(id) ?? {};
      return payee && invoice && { text: invoice.invoice.text, address: payee.endpoint.shown };
    },
    of: (target) => zapsOf(target).map(({ id }) => id),
    stand(target) {
      const now = zapsOf(target).map(standOf);
      const written = (payments.get() ?? []).flatMap(({ purpose, phase }) => {
        return zapTargetOfPayment(purpose) === target ? [STANDS[phase]] : [];
      });
      return firstStand([...now, ...written].filter((stand) => stand !== undefined));
    },
    subscribe: createChanges(deps),
    look,
    choice,
  };
};
