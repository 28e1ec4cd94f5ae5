import { bringParcel, deliverAgain } from '#actors/ecash/requests/parcels.ts';
import { createRequestActs } from '#actors/ecash/requests/request-acts.ts';
import { createRequestPayments } from '#actors/ecash/requests/request-payments.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { createAlone } from '#actors/shell/alone.ts';
import { writeCreqA } from '#domain/ecash/requests/creq.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { dueAt } from '#domain/ecash/requests/parcel-tries.ts';
import { requestName, type MadeRequest } from '#domain/ecash/requests/made-request.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { giftWrap, makeMessage, type OpenedWrap } from '#domain/messages/gift-wrap.ts';
import { encodeWithRelays } from '#domain/protocol/nip19.ts';
import {
  createEcashWorld,
  leadAll,
  leadOn,
  openWallet,
  recoverAll,
  strangersToken,
  worldFaults,
  type EcashWorld,
} from './ecash-world.ts';
import { hex } from './fake-events.ts';
import { keySigner } from './key-signer.ts';
import { MINT, UNIT } from './mint-model.ts';
import type { MoneyCase, MoneyLife } from './money-points.ts';

/** With what reached those who asked, and what is left to be said to us. */
type RequestWorld = EcashWorld & { readonly arrived: string[]; message?: OpenedWrap };

const alone = createAlone(undefined);
const [me, payer] = [keySigner(1), keySigner(2)];

/** A person presses the button, and whoever brings things brings them. */
const open = (world: RequestWorld, life: MoneyLife) => {
  const wallet = openWallet(world, life);
  const { ledger, deps } = wallet;
  const now = () => (world.clock.now += 1);
  const core = {
    writeToken: async () => 'cashuB',
    writePayload: async ({ proofs }: { proofs: readonly { y: string }[] }) =>
      proofs
        .map(({ y }) => y)
        .toSorted()
        .join(' '),
  };
  const arrive = (name: string) => (what: string) => life.net(name, () => void world.arrived.push(what));
  const place = {
    pubkey: me.pubkey,
    ledger,
    core,
    now,
    post: (_: string, payload: string) => arrive('post payment')(payload),
    messenger: {
      relaysFor: async () => ['wss://relay.example'],
      wrap: async ({ content }: { content: string }) => ({ id: `w${now()}`, content }) as NostrEvent,
      post: ({ id, content }: NostrEvent) => arrive('send message')(`${id} ${content}`),
    },
  };
  const bring = async () => {
    for (const record of await ledger.operations())
      if (dueAt(record) !== undefined || record.parcel?.state === 'failed') {
        await deliverAgain(place, record.id);
        await bringParcel(place, record.id);
      }
  };
  const { payRequest } = createRequestActs({
    purse: () => undefined,
    begin: async (act) => {
      const id = await act({ deps, ledger } as Purse);
      await leadOn(wallet, world, id, 'fresh');
      return id;
    },
    inboxRelays: async () => [],
    alone,
    newName: () => 'x',
    now,
  });
  return { wallet, bring, payRequest };
};

const TEXTS = {
  message: [{ t: 'nostr', a: encodeWithRelays('nprofile', hex(0xa), []) }],
  post: [{ t: 'post', a: 'https://shop.example/pay' }],
};

const paying = (way: keyof typeof TEXTS, isLocked: boolean): MoneyCase<RequestWorld> => {
  const nut10 = { k: 'P2PK', d: `02${hex(0xd)}` };
  const request = writeCreqA({ i: 'x', a: 9, u: 'sat', s: true, t: TEXTS[way], ...(isLocked && { nut10 }) });
  const pay = async (world: RequestWorld, life: MoneyLife) => {
    const { wallet, bring, payRequest } = open(world, life);
    await leadAll(wallet, world);
    await payRequest({ request, mint: MINT, attempt: 'press' }).catch((error: unknown) => {
      if (!(error instanceof EcashError)) throw error;
    });
    await bring();
  };
  return {
    world: async () => ({ ...(await createEcashWorld({ has: [16, 4], feePpk: 100 })), arrived: [] }),
    scenario: (life, world) => pay(world, life),
    // the page is opened again, and the same confirmed once more
    recovery: (life, world) => pay(world, life),
    async faults(world) {
      const distinct = new Set(world.arrived);
      return [
        ...(await worldFaults(world)),
        ...(distinct.size === 0 ? ['nobody was paid'] : []),
        ...(distinct.size > 1 ? [`${distinct.size} payments for one confirmation`] : []),
      ];
    },
  };
};

const PROOF = { amount: 8, id: '00ad268c4d1f5826', secret: 'theirs', C: `02${'1'.repeat(64)}` };

const payload = JSON.stringify({ id: 'x', mint: MINT, unit: UNIT, proofs: [PROOF] });

/** Sealed once for all runs. */
const messageOf = async (): Promise<OpenedWrap> => {
  const rumor = makeMessage({ from: payer.pubkey, to: me.pubkey, content: payload, now: 1 });
  return { wrap: await giftWrap(payer, me.pubkey, rumor, { now: 1, random: () => 0 }), rumor };
};
let message: Promise<OpenedWrap> | undefined;

const hearing = (world: RequestWorld, life: MoneyLife, proofs: ReturnType<typeof strangersToken>) => {
  const wallet = openWallet(world, life);
  const { ledger, deps } = wallet;
  const token = { mint: MINT, unit: UNIT, amount: sumOf(proofs), proofs, unresolved: false };
  const purse = {
    ledger,
    deps,
    isOpen: () => true,
    mints: { facts: deps.mintFacts, use: async () => {} },
    core: { ...deps.core, readToken: async () => token, checkToken: async () => {} },
  } as unknown as Purse;
  const payments = createRequestPayments({
    purse: () => purse,
    opened: async () => purse,
    signer: () => me,
    begin: async (act) => {
      const id = await act(purse);
      await leadOn(wallet, world, id, 'fresh');
      return id;
    },
    alone,
    now: () => (world.clock.now += 1),
  });
  return { wallet, payments };
};

type HearingWorld = RequestWorld & { readonly proofs: ReturnType<typeof strangersToken>; isRead: boolean };

/** A visit: what was left before is looked after, then relays say the message again, as long as it is to be opened again. */
const visit = async (world: HearingWorld, life: MoneyLife) => {
  const { payments } = hearing(world, life, world.proofs);
  await payments.resume('by itself');
  if (world.isRead) return;
  const isDone = await payments.hear(await (message ??= messageOf())).then(
    () => true,
    () => false,
  );
  if (isDone) await life.change('note read', async () => void (world.isRead = true));
};

const visits = async (world: HearingWorld, life: MoneyLife, count: number) => {
  for (let one = 0; one < count; one += 1) await visit(world, life);
};

/**
 * A payment for a request of ours comes in, and once more whenever the page is opened until it was looked at. `refuses`: so often its
 * mint says no for a reason that passes.
 */
const hearPayment = (refuses: number): MoneyCase<HearingWorld> => ({
  async world() {
    const world = await createEcashWorld({ feePpk: 100 });
    world.model.refuseSwaps(refuses);
    const proofs = strangersToken(world, [8]);
    const { ledger } = openWallet(world, { ...plainLife });
    const text = writeCreqA({ i: 'x', a: 8, u: 'sat' });
    const made: MadeRequest = {
      id: 'x',
      text,
      amount: 8,
      mints: [MINT],
      isSingleUse: true,
      isLocked: false,
      relays: [],
      createdAt: 0,
      payments: [],
    };
    await ledger.beside.change(requestName('x'), () => made);
    await ledger.close();
    return { ...world, arrived: [], proofs, isRead: false };
  },
  scenario: (life, world) => visits(world, life, refuses + 1),
  async recovery(life, world) {
    await recoverAll(life, world);
    await visits(world, life, refuses + 1);
  },
  async faults(world) {
    const { ledger } = openWallet(world, plainLife);
    const request = await ledger.beside.get<MadeRequest>(requestName('x'));
    const taking = (await ledger.operations('all')).filter(({ kind }) => kind === 'receive');
    const done = taking.filter(({ phase }) => phase === 'committed');
    await ledger.close();
    return [
      ...(await worldFaults(world)),
      ...(taking.length > 1 + refuses ? [`tried ${taking.length} times`] : []),
      ...(done.length === 1 ? [] : [`taken ${done.length} times`]),
      ...(request?.payments.length === 1 ? [] : ['not known']),
    ];
  },
});

const plainLife: MoneyLife = {
  change: (_, act) => act(),
  read: (_, act) => act(),
  net: async (_, act) => await act(),
  isClosed: () => false,
  ended: new Promise(() => {}),
  end: () => {},
};

/** Requests paid, and paid to us. */
export const REQUEST_CASES = {
  'pay a request by message': paying('message', false),
  'pay a request by message, locked': paying('message', true),
  'pay a request by HTTP': paying('post', false),
} satisfies Readonly<Record<string, MoneyCase<RequestWorld>>>;

/** A payment for a request of ours. */
export const HEARD_CASES = {
  'a payment that comes in': hearPayment(0),
  'a payment that comes in, which the mint refuses first': hearPayment(1),
} satisfies Readonly<Record<string, MoneyCase<HearingWorld>>>;
