import { createListeners, untilThere } from '#domain/listeners.ts';
import { within } from '#domain/within.ts';
import type { ActorRefFrom } from 'xstate';
import type { EcashRoute, PaymentPhase } from '#domain/wallet/payment.ts';
import { WRITTEN_ZAPS_WAIT_MS } from '#domain/wallet/wallet-limits.ts';
import { zapSharesOf, type ZapShare } from '#domain/wallet/zap-split.ts';
import {
  LIGHTNING,
  shareOut,
  takesAnything,
  type Taker,
  type ZapPreference,
  type ZapWay,
} from '#domain/wallet/zap-way.ts';
import {
  firstStand,
  giving,
  zapTargetOf,
  zapTargetOfPayment,
  ZAP_STANDS,
  type ZapStand,
  type WrittenZap,
  type ZapView,
  type ZapWish,
} from '#domain/wallet/zap-wish.ts';
import { toSats } from '#domain/msats.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { zapMachine } from '#machines/wallet/zap.machine.ts';
import type { Paying } from '#ports/paying.ts';
import type { Zapping, ZapOrder } from '#ports/zapping.ts';
import type { ZapChoices } from '#store/wallet/zap-choices.ts';
import type { Payees } from './payees.ts';
import { hashOf, type AllZapParts, type ZapParts, type ZapSlotDeps } from './zap-slots.ts';

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
  /** whether what pays zaps could pay now; one that is about to be is waited for */
  readonly mayPayAtOnce: () => Promise<boolean>;
  /** whether a Lightning wallet is connected */
  readonly hasLightning: () => boolean;
  /** what pays where nothing else is said: ecash at a mint, or the wallet that is connected */
  readonly usual: () => EcashRoute | undefined;
  readonly gift: Zapping['gift'];
  /** ecash that was given, by what it was given for, also in earlier visits */
  readonly given: {
    /** settles once what was given in earlier visits can be told */
    read(): Promise<void>;
    zaps(target: string, phaseOf: (invoice: string) => PaymentPhase | undefined): readonly WrittenZap[];
    readonly subscribe: (listener: () => void) => () => void;
  };
};

/** Keeps a list by its name: the same one as long as it says the same. */
const createKept = <Item>() => {
  const known = new Map<string, readonly Item[]>();
  return (name: string, list: readonly Item[]): readonly Item[] => {
    const before = known.get(name);
    if (JSON.stringify(list) === JSON.stringify(before ?? [])) return before ?? NONE;
    known.set(name, list);
    return list;
  };
};

const NONE: readonly never[] = [];

const viewOf = (zap: ZapRef, parts: ZapParts = {}): ZapView => {
  const snapshot = zap.getSnapshot();
  const { value, context } = snapshot;
  const state = typeof value === 'string' ? value : Object.keys(value)[0]!;
  const stand = ZAP_STANDS.find((tag) => snapshot.hasTag(tag));
  const { wish, failure, doubt } = context;
  return { id: zap.id, wish, stand, state, failure, doubt, payment: hashOf(parts), times: parts.times ?? {} };
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
  const followed = new Map<string, () => void>();
  let endings: (() => void)[] = [];
  const begin = () => {
    const leave = follow('zap-desk', ({ context, children }) => {
      for (const id of context.zaps) {
        if (followed.has(id)) continue;
        const subscription = children[id]?.subscribe({
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
  const { tell, subscribe } = createListeners(() => {
    begin();
    return end;
  });
  return subscribe;
};

const sharesOf = ({ event, person, alone = false }: ZapOrder): readonly ZapShare[] => {
  const author = person ?? event?.pubkey ?? '';
  return event && !alone ? zapSharesOf(event) : [{ pubkey: author, relay: undefined, weight: 1 }];
};

/** What one of those who share takes, asked for as far as it is needed. */
const takerOf = async (
  { payees, gift, hasLightning }: Deps,
  pubkey: string,
  { by, isQuiet }: { readonly by: ZapPreference; readonly isQuiet: boolean },
): Promise<Taker> => {
  const provider = await payees.of(pubkey).then(
    ({ parameters }) => parameters,
    () => undefined,
  );
  const lightning = provider?.allowsNostr === true;
  if (lightning && by.by === 'lightning') return { lightning, provider, common: [], through: undefined };
  const offer = await gift(pubkey).catch(() => undefined);
  const { url, isOurs } = offer?.through ?? {};
  // a mint is taken into use only by whoever looked at it
  const isThrough = hasLightning() && (isOurs === true || !isQuiet);
  return { lightning, provider, common: offer?.common ?? [], through: isThrough ? url : undefined };
};

/** A wish for each of those who are paid; undefined when it is to be sent without a look and could not be. */
const createWishes = (deps: Deps, isFree: (target: string) => boolean) => {
  const wishesOf = async (order: ZapOrder, isQuiet: boolean): Promise<readonly ZapWish[] | undefined> => {
    const { event, sats, comment, anonymous, way } = order;
    const note = event && { id: event.id, kind: event.kind };
    const wishOf = (recipient: string, part: number, by: ZapWay): ZapWish => ({
      id: deps.zapId(),
      recipient,
      note,
      sats: part,
      comment,
      anonymous,
      ...giving(by),
    });
    const shares = sharesOf(order);
    if (way) return [wishOf(shares[0]!.pubkey, sats, way)];
    const by = order.by ?? deps.usual() ?? LIGHTNING;
    const wish: ZapPreference = 'kind' in by ? { by: 'ecash', mint: by.mint } : by;
    const takers = await Promise.all(shares.map(({ pubkey }) => takerOf(deps, pubkey, { by: wish, isQuiet })));
    const { parts, ways, problems } = shareOut(sats, { shares, takers }, wish);
    const isNowhere = parts.some((part, at) => part > 0 && ways[at]!.by === 'lightning' && !takers[at]!.lightning);
    const isNone = parts.every((part) => part === 0);
    // who gives without a look gives nobody what was meant for another one
    const isElsewhere = problems.some((problem) => problem !== undefined) || !takers.every(takesAnything);
    if (isQuiet && (isNowhere || isNone || isElsewhere)) return undefined;
    // nobody can be paid: the zap itself says why
    if (isNone) return [wishOf(shares[0]!.pubkey, sats, LIGHTNING)];
    return shares.flatMap(({ pubkey }, at) => (parts[at]! > 0 ? [wishOf(pubkey, parts[at]!, ways[at]!)] : []));
  };
  /** what a zap without a look is being put together for */
  const underWay = new Set<string>();
  return {
    wishes: async (order: ZapOrder) => (await wishesOf(order, false)) ?? [],
    async wishesAtOnce(order: ZapOrder) {
      const target = order.event?.id ?? order.person ?? '';
      // it shows only once it is sent: who presses again meanwhile means the same zap
      if (underWay.has(target)) return [];
      underWay.add(target);
      try {
        const read = Promise.all([untilThere(deps.payments), deps.given.read()]).then(
          () => true,
          () => false,
        );
        const isRead = await within(WRITTEN_ZAPS_WAIT_MS, read, false);
        // what cannot be read may be under way
        if (!isRead || deps.find('payment-desk')?.getSnapshot().hasTag('unreadable')) return undefined;
        if (!isFree(target) || !(await deps.mayPayAtOnce())) return undefined;
        const wishes = await wishesOf(order, true);
        return isFree(target) ? wishes : undefined;
      } finally {
        underWay.delete(target);
      }
    },
  };
};

/** See `Zapping`. */
export const createZapping = (deps: Deps, look: Zapping['look']): Zapping => {
  const { find, payments, account, payees, parts, choice } = deps;
  const keptViews = createKept<ZapView>();
  const keptOpen = createKept<WrittenZap>();
  const viewsOf = (target: string): readonly ZapView[] => {
    const { context, children = {} } = find('zap-desk')?.getSnapshot() ?? {};
    const zaps = (context?.zaps ?? []).flatMap((id) => children[id] ?? []);
    const isOurs = ({ id }: ZapRef) => parts.get(id)?.giver === account();
    const views = zaps
      .filter(isOurs)
      .map((zap) => viewOf(zap, parts.get(zap.id)))
      .filter(({ wish }) => zapTargetOf(wish) === target);
    return keptViews(target, views);
  };
  const writtenOf = (target: string): readonly WrittenZap[] => {
    const all = payments.get() ?? [];
    const paid = all.flatMap(({ hash, msats, purpose, phase }): readonly WrittenZap[] => {
      const stand = STANDS[phase];
      if (stand === undefined || zapTargetOfPayment(purpose) !== target) return [];
      return [{ id: hash, sats: toSats(msats), stand }];
    });
    return [...paid, ...deps.given.zaps(target, (text) => all.find(({ invoice }) => invoice === text)?.phase)];
  };
  const standOf = (target: string) =>
    firstStand([...viewsOf(target), ...writtenOf(target)].flatMap(({ stand }) => stand ?? []));
  return {
    payee(pubkey) {
      // so that nothing has to be waited for once it is sent
      void deps.readRelaysOf(pubkey);
      return payees.of(pubkey);
    },
    gift: deps.gift,
    ...createWishes(deps, (target) => [undefined, 'sent'].includes(standOf(target))),
    invoice(id) {
      const { payee, invoice } = parts.get(id) ?? {};
      return payee && invoice && { text: invoice.invoice.text, address: payee.endpoint.shown };
    },
    of: viewsOf,
    open: (target) =>
      keptOpen(
        target,
        writtenOf(target).filter(({ stand }) => stand !== 'sent'),
      ),
    stand: standOf,
    subscribe: createChanges(deps),
    look,
    choice,
  };
};
