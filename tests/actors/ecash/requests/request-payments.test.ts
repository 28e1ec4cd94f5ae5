import { describe, expect, it } from 'vitest';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { REQUEST_ASKING_MOST, REQUEST_TRIES_MOST, REQUEST_WAITING_MOST } from '#domain/ecash/ecash-limits.ts';
import { requestName, type MadeRequest, type RequestPayment } from '#domain/ecash/requests/made-request.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { giftWrap, makeMessage, type OpenedWrap } from '#domain/messages/gift-wrap.ts';
import { createRequestPayments } from '#actors/ecash/requests/request-payments.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import { createAlone } from '#actors/shell/alone.ts';
import { keySigner } from '#tests/support/key-signer.ts';

const [me, payer] = [keySigner(1), keySigner(2)];
const MINT = 'https://mint.example';
const NOW = 1_700_000_000_000;
const SECONDS = NOW / 1_000;
const PROOF = { amount: 8, id: '00ad268c4d1f5826', secret: 'theirs', C: `02${'1'.repeat(64)}` };

const REQUEST: MadeRequest = {
  id: 'x',
  text: 'creqA',
  mints: [MINT],
  isSingleUse: false,
  isLocked: false,
  relays: [],
  createdAt: NOW,
  payments: [],
};

const rumorOf = (what: object = {}) => {
  const content = JSON.stringify({ id: 'x', mint: MINT, unit: 'sat', proofs: [PROOF], ...what });
  return makeMessage({ from: payer.pubkey, to: me.pubkey, content, now: SECONDS });
};

const message = async (what: object = {}, tags: readonly string[][] = []): Promise<OpenedWrap> => {
  const rumor = rumorOf(what);
  const wrap = await giftWrap(payer, me.pubkey, rumor, { now: SECONDS, random: () => 0 });
  return { wrap: { ...wrap, tags: [...wrap.tags, ...tags] }, rumor };
};

const waiting = (count: number, state: RequestPayment['state']): readonly RequestPayment[] =>
  Array.from({ length: count }, (_, one) => ({
    rumor: `${state} ${one}`,
    from: payer.pubkey,
    at: NOW,
    mint: MINT,
    amount: 8,
    state,
    wrap: {} as NostrEvent,
  }));

const open = (payments: readonly RequestPayment[] = []) => {
  const beside = new Map<string, unknown>([[requestName('x'), { ...REQUEST, payments }]]);
  const operations: Operation[] = [];
  const used: string[] = [];
  let [isLoggedIn, isOpen, isSpent, now] = [true, true, false, NOW];
  const token = { mint: MINT, unit: 'sat', amount: 8, proofs: [{ y: 'y', amount: 8 }], unresolved: false };
  const purse = {
    isOpen: () => isOpen,
    mints: { facts: async (url: string) => ({ url }), use: async ({ url }: { url: string }) => void used.push(url) },
    core: {
      readToken: async () => token,
      checkToken: async () => {},
      checkStates: async () => ({ y: isSpent ? 'SPENT' : 'UNSPENT' }),
    },
    ledger: {
      operations: async () => operations.slice(),
      beside: {
        get: async (name: string) => beside.get(name),
        all: async () => [...beside.values()],
        change: async (name: string, next: (known: unknown) => unknown) => {
          const row = next(beside.get(name));
          if (row !== undefined) beside.set(name, row);
        },
      },
    },
  } as unknown as Purse;
  const made = createRequestPayments({
    purse: () => (isLoggedIn ? purse : undefined),
    async opened() {
      if (!isOpen) throw new EcashError({ code: 'ecash-key-refused' });
      return purse;
    },
    signer: () => me,
    begin: async () => {
      const id = `o${operations.length}`;
      const { rumor } = heard!;
      operations.push({ id, phase: 'journaled', payment: { request: 'x', rumor: rumor.id } } as Operation);
      return id;
    },
    alone: createAlone(undefined),
    now: () => now,
  });
  let heard: OpenedWrap | undefined;
  return {
    ...made,
    hear: (one: OpenedWrap) => made.hear((heard = one)),
    operations,
    end(change: Pick<Operation, 'phase' | 'trouble'>) {
      operations.push({ ...operations.pop()!, ...change });
    },
    payments: () => (beside.get(requestName('x')) as MadeRequest).payments,
    used,
    spend: () => void (isSpent = true),
    logOut: () => void (isLoggedIn = false),
    shut: () => void (isOpen = false),
    later: (ms: number) => void (now += ms),
  };
};

const REFUSED = {
  phase: 'fenced' as const,
  trouble: { code: 'mint-refused' as const, number: 0, said: 'database is locked' },
};

describe('payments that come for requests', () => {
  it('are taken again after their mint refused them for the moment, and kept until they are here', async () => {
    const { hear, resume, settle, end, operations, payments } = open();
    const paid = await message();
    await hear(paid);
    expect(payments()).toMatchObject([{ state: 'taken', operation: 'o0', wrap: paid.wrap }]);
    end(REFUSED);
    await settle();
    expect(payments()).toMatchObject([{ state: 'new', trouble: REFUSED.trouble, wrap: paid.wrap }]);
    await resume('by itself');
    expect(operations).toHaveLength(2);
    end({ phase: 'committed' });
    await settle();
    expect(payments()).toMatchObject([{ state: 'taken', operation: 'o1' }]);
    expect(payments()[0]!.wrap).toBeUndefined();
    await resume('by hand');
    expect(operations).toHaveLength(2);
  });

  it('are tried by hand alone after many refusals', async () => {
    const { hear, resume, end, operations, payments } = open();
    await hear(await message());
    for (let visit = 0; visit < REQUEST_TRIES_MOST + 3; visit += 1) {
      end(REFUSED);
      await resume('by itself');
    }
    expect(operations).toHaveLength(REQUEST_TRIES_MOST);
    await resume('by hand');
    expect(operations).toHaveLength(REQUEST_TRIES_MOST + 1);
    end({ phase: 'fenced', trouble: { code: 'token-spent' } });
    await resume('by hand');
    expect(payments()).toMatchObject([{ state: 'refused', trouble: { code: 'token-spent' } }]);
  });

  it('are taken though the message has expired since it came', async () => {
    const { hear, resume, end, operations, later } = open();
    await hear(await message({}, [['expiration', String(SECONDS + 60)]]));
    end(REFUSED);
    later(3_600_000);
    await resume('by itself');
    expect(operations).toHaveLength(2);
  });

  it('are taken though very many came before, and many that are worth nothing', async () => {
    const { hear, payments } = open(waiting(300, 'taken'));
    const paid = await message();
    for (let one = 0; one < 60; one += 1) await hear({ ...paid, rumor: rumorOf({ mint: 'x', memo: `junk ${one}` }) });
    await hear(paid);
    expect(payments().at(-1)).toMatchObject({ rumor: paid.rumor.id, state: 'taken' });
  });

  it('are taken without room to write them down first, and opened again until they are here', async () => {
    const { hear, end, operations, payments } = open(waiting(REQUEST_WAITING_MOST, 'new'));
    const paid = await message();
    await expect(hear(paid)).rejects.toThrow();
    end({ phase: 'committed' });
    await hear(paid);
    await hear(paid);
    expect(operations).toHaveLength(1);
    expect(payments().filter(({ rumor }) => rumor === paid.rumor.id)).toMatchObject([
      { state: 'taken', operation: 'o0' },
    ]);
  });

  it('of a mint that was not asked for are opened again while too many wait for the user', async () => {
    const { hear, payments } = open(waiting(REQUEST_ASKING_MOST, 'asks'));
    await expect(hear(await message({ mint: 'https://other.example' }))).rejects.toThrow();
    expect(payments()).toHaveLength(REQUEST_ASKING_MOST);
  });

  it('bring a mint that was not asked for into the wallet only once nothing speaks against their ecash', async () => {
    const other = open();
    await other.hear(await message({ mint: 'https://other.example' }));
    expect(other.payments()).toMatchObject([{ state: 'asks' }]);
    other.spend();
    await other.decide({ request: 'x', rumor: other.payments()[0]!.rumor }, true);
    expect(other.payments()).toMatchObject([{ state: 'refused', trouble: { code: 'token-spent' } }]);
    expect(other.used).toEqual([]);
    const good = open();
    await good.hear(await message({ mint: 'https://other.example' }));
    await good.decide({ request: 'x', rumor: good.payments()[0]!.rumor }, true);
    expect([good.payments()[0]!.state, good.used]).toEqual(['taken', [MINT]]);
  });

  it('are taken by hand only once the wallet is open, which is said', async () => {
    const { hear, decide, resume, shut, payments, operations } = open();
    await hear(await message({ mint: 'https://other.example' }));
    shut();
    const refused = { problem: { code: 'ecash-key-refused' } };
    const named = { request: 'x', rumor: payments()[0]!.rumor };
    await expect(decide(named, true)).rejects.toMatchObject(refused);
    await expect(resume('by hand')).rejects.toMatchObject(refused);
    await expect(resume('by itself')).resolves.toBeUndefined();
    expect([payments(), operations]).toMatchObject([[{ state: 'asks' }], []]);
    await decide(named, false);
    expect(payments()).toMatchObject([{ state: 'refused' }]);
  });

  it('are opened again where nobody is logged in any more', async () => {
    const { hear, logOut } = open();
    logOut();
    await expect(hear(await message())).rejects.toThrow();
  });

  it('are none where the message is for another request, or is just words', async () => {
    const { hear, payments } = open();
    await hear(await message({ id: 'another' }));
    const { wrap, rumor } = await message();
    await hear({ wrap, rumor: { ...rumor, content: 'hello' } });
    expect(payments()).toEqual([]);
  });
});
