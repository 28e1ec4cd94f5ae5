import type { ActorRefFrom } from 'xstate';
import type { PaymentPhase } from '#domain/wallet/payment.ts';
import { divideAmong, zapSharesOf, type ZapShare } from '#domain/wallet/zap-split.ts';
import {
  firstStand,
  zapTargetOf,
  zapTargetOfPayment,
  ZAP_STANDS,
  type ZapStand,
  type ZapTimes,
  type ZapView,
} from '#domain/wallet/zap-wish.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { zapMachine } from '#machines/wallet/zap.machine.ts';
import type { Paying } from '#ports/paying.ts';
import type { Zapping, ZapOrder } from '#ports/zapping.ts';
import type { ZapChoices } from '#store/wallet/zap-choices.ts';
import type { Payees } from './payees.ts';
import type { AllZapParts, ZapSlotDeps } from './zap-slots.ts';

type ZapRef = ActorRefFrom<typeof zapMachine>;

type Deps = Pick<RunningAreas, 'find' | 'follow'> & {
  readonly payments: Paying['payments'];
  /** who is logged in, hex */
  readonly account: () => string | undefined;
  readonly payees: Payees;
  readonly readRelaysOf: ZapSlotDeps['readRelaysOf'];
  readonly parts: AllZapParts;
  readonly choice: ZapChoices;
  readonly zapId: () => string;
  readonly mayPayAtOnce: Zapping['mayPayAtOnce'];
  readonly gift: Zapping['gift'];
  /** where ecash that was given stands, by what it was given for, also of earlier visits */
  readonly given: {
    stands(target: string): readonly ZapStand[];
    readonly subscribe: (listener: () => void) => () => void;
  };
};

const NONE: readonly ZapView[] = [];

const viewOf = (zap: ZapRef, times: ZapTimes = {}): ZapView => {
  const snapshot = zap.getSnapshot();
  const { value, context } = snapshot;
  const state = typeof value === 'string' ? value : Object.keys(value)[0]!;
  const stand = ZAP_STANDS.find((tag) => snapshot.hasTag(tag));
  return { id: zap.id, wish: context.wish, stand, state, failure: context.failure, times };
};

/**
 * What a payment that is written down says of its zap. One that was refused is told where it was tried, not ever after, and what
 * was shown for another wallet where it is shown.
 */
const STANDS: Readonly<Record<PaymentPhase, ZapStand | undefined>> = {
  offered: undefined,
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
const createChanges = ({ follow, payments, given }: Deps) => {
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
    endings = [leave, payments.subscribe(tell), given.subscribe(tell)];
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

const sharesOf = ({ event, person, alone = false }: ZapOrder): readonly ZapShare[] => {
  const author = person ?? event?.pubkey ?? '';
  return event && !alone ? zapSharesOf(event) : [{ pubkey: author, relay: undefined, weight: 1 }];
};

/** A wish for each of those who are paid. */
const createWishes =
  ({ payees, zapId }: Deps): Zapping['wishes'] =>
  async (order) => {
    const { event, sats, comment, anonymous, mint } = order;
    const shares = sharesOf(order);
    if (mint !== undefined) {
      const about = event && { id: event.id, kind: event.kind };
      return [{ id: zapId(), recipient: shares[0]!.pubkey, note: about, sats, comment, anonymous, mint }];
    }
    const canBePaid = await Promise.all(
      shares.map(({ pubkey }) =>
        payees.of(pubkey).then(
          ({ parameters }) => parameters.allowsNostr,
          () => false,
        ),
      ),
    );
    const parts = divideAmong(sats, shares, (share) => canBePaid[shares.indexOf(share)] === true);
    // nobody can be paid: the zap itself says why
    const isNone = parts.every((part) => part === 0);
    const note = event && { id: event.id, kind: event.kind };
    const each = isNone
      ? [{ pubkey: shares[0]!.pubkey, part: sats }]
      : shares.map(({ pubkey }, at) => ({ pubkey, part: parts[at]! }));
    return each.flatMap(({ pubkey: recipient, part }) =>
      part > 0 ? [{ id: zapId(), recipient, note, sats: part, comment, anonymous }] : [],
    );
  };

/** See `Zapping`. */
export const createZapping = (deps: Deps, look: Zapping['look']): Zapping => {
  const { find, payments, account, payees, parts, choice } = deps;
  const known = new Map<string, readonly ZapView[]>();
  const viewsOf = (target: string): readonly ZapView[] => {
    const { context, children = {} } = find('zap-desk')?.getSnapshot() ?? {};
    const zaps = (context?.zaps ?? []).flatMap((id) => (children as Record<string, ZapRef>)[id] ?? []);
    const isOurs = ({ id }: ZapRef) => [undefined, account()].includes(parts.get(id)?.giver);
    const views = zaps
      .filter(isOurs)
      .map((zap) => viewOf(zap, parts.get(zap.id)?.times))
      .filter(({ wish }) => zapTargetOf(wish) === target);
    const before = known.get(target) ?? NONE;
    if (JSON.stringify(views) === JSON.stringify(before)) return before;
    known.set(target, views);
    return views;
  };
  return {
    payee(pubkey) {
      // so that nothing has to be waited for once it is sent
      void deps.readRelaysOf(pubkey);
      return payees.of(pubkey);
    },
    gift: deps.gift,
    wishes: createWishes(deps),
    mayPayAtOnce: deps.mayPayAtOnce,
    invoice(id) {
      const { payee, invoice } = parts.get(id) ?? {};
      return payee && invoice && { text: invoice.invoice.text, address: payee.endpoint.shown };
    },
    of: viewsOf,
    stand(target) {
      const now = viewsOf(target).map(({ stand }) => stand);
      const written = (payments.get() ?? []).flatMap(({ purpose, phase }) => {
        return zapTargetOfPayment(purpose) === target ? [STANDS[phase]] : [];
      });
      return firstStand([...now, ...written, ...deps.given.stands(target)].filter((stand) => stand !== undefined));
    },
    subscribe: createChanges(deps),
    look,
    choice,
  };
};
