import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeOffer } from '#devnet/lightning/offer.ts';
import { DAY } from '#domain/units.ts';
import { dueOf, isWatched, makesOffers, openArrival, stateOfArrival, sumsOf } from '#domain/ecash/ledger/made-offer.ts';
import { readMintInfo } from '#domain/ecash/mints/mint-info.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { entriesOfEcash } from '#domain/ecash/ledger/operation-entry.ts';
import { readOffer } from '#domain/wallet/offer.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { wordsFor } from '#ui/texts/say.ts';
import { acts, beginWallet } from '#tests/support/ecash-acts.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';

const ANNA = new Uint8Array(32).fill(3);
const MANY = 1_000;

describe('what a mint says of an offer', () => {
  it('is believed only where it adds up: no more than there are sats, no more issued than came, never less than before', () => {
    expect(sumsOf({ paid: 8, issued: 3 }, 8)).toEqual({ paid: 8, issued: 3 });
    for (const wrong of [{ paid: 3, issued: 8 }, { paid: 22e14, issued: 0 }, { paid: 7, issued: 0 }, { paid: 8 }])
      expect(sumsOf(wrong, 8)).toBeUndefined();
  });

  it('is what came in, without what it says it issued and what is known to be taken; in pieces that one request may ask for', () => {
    expect(dueOf({ paid: 20, issued: 5 }, 5, 64)).toEqual({ amount: 15, before: 5 });
    expect(dueOf({ paid: 20, issued: 0 }, 15, 64)).toEqual({ amount: 5, before: 15 });
    expect(dueOf({ paid: 20, issued: 0 }, 25, 64).amount).toBe(0);
    expect(dueOf({ paid: 9e14, issued: 0 }, 0, 64).amount).toBe(3_200);
  });

  it('is of one arrival what it would be of an invoice of its own', () => {
    const arrival = { amount: 5, quote: { issuedBefore: 10 } as Operation['quote'] & object };
    const state = (paid: number, issued: number, others = 10) => stateOfArrival(arrival, { paid, issued }, others);
    expect([state(15, 10), state(15, 15), state(20, 15), state(14, 10), state(20, 12)]).toEqual([
      'PAID',
      'ISSUED',
      'ISSUED',
      'UNPAID',
      'PAID',
    ]);
    // another tab took as much at the same time: what was issued since is that
    expect(state(15, 15, 15)).toBe('UNPAID');
  });

  it('is not asked for where it could be lost, and no longer than somebody may have the offer', () => {
    const methods = (method: string) => ({ methods: [{ method, unit: 'sat' }], disabled: false });
    const offered = (nuts: object) => makesOffers({ info: readMintInfo({ name: 'Hazel', nuts }) });
    const supported = { supported: true };
    expect(offered({ 4: methods('bolt12'), 9: supported, 20: supported })).toBe(true);
    expect(offered({ 4: methods('bolt12'), 20: supported })).toBe(false);
    expect(offered({ 4: methods('bolt12'), 9: supported })).toBe(false);
    expect(offered({ 4: methods('bolt11'), 9: supported, 20: supported })).toBe(false);
    expect(offered({ 4: { ...methods('bolt12'), disabled: true }, 9: supported, 20: supported })).toBe(false);
    expect([undefined, 0].map((closedAt) => isWatched({ ...(closedAt === 0 && { closedAt }) }, 31 * DAY))).toEqual([
      true,
      false,
    ]);
  });

  it('keeps nobody from what comes after it: what does not add up is looked at beside it', () => {
    const record = (phase: Operation['phase']) => ({ phase }) as Operation;
    expect(openArrival([record('committed'), record('attention')])).toBeUndefined();
    expect(openArrival([record('attention'), record('unknown')])?.phase).toBe('unknown');
  });
});

describe('an offer of one’s own', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let browser: EcashBrowser;
  let anna: EcashTab;
  beforeEach(async () => {
    place = await openPlace({ hasOffers: true, cacheSeconds: false });
    browser = openEcashBrowser();
    anna = await beginWallet(browser.open(ANNA), place);
  });
  afterEach(async () => {
    browser.close();
    await place.mint.stop();
  });

  const make = async (wish: { amount?: number; memo?: string } = {}) => {
    const id = await anna.ecash.makeOffer({ mint: place.mint.url, ...wish });
    await anna.until('offer', ({ offers }) => offers.some((one) => one.id === id));
    return anna.stand().offers.find((one) => one.id === id)!;
  };
  const pay = (text: string, sats: number) => place.lightning.payOffer('payer', text, sats * 1_000);
  const has = (tab: EcashTab, sats: number) => tab.until(`${sats}`, ({ balance }) => balance === sats);
  const troubleOf = (tab: EcashTab, id: string) => {
    const trouble = tab.stand().offers.find((one) => one.id === id)?.trouble;
    return trouble && wordsFor(ecashProblems, trouble);
  };

  it('is paid again and again: each time its ecash is there by itself, and stands in the history', async () => {
    const { id, text, mint } = await make({ memo: 'for the choir' });
    expect(readOffer(text)).toMatchObject({ networks: ['regtest'], msats: undefined, description: 'for the choir' });
    pay(text, 21);
    await has(anna, 21);
    pay(text, 9);
    await has(anna, 30);
    expect(place.mint.books.outstanding()).toBe(30);
    const { open, history } = anna.stand();
    expect(open).toEqual([]);
    const entries = entriesOfEcash({ open, history }, () => 'Hazel', new Set());
    expect(entries.map(({ kind, msats, note, truth, direction }) => [kind, direction, msats, note, truth])).toEqual([
      ['deposit', 'in', 9_000, 'for the choir', 'ecash'],
      ['deposit', 'in', 21_000, 'for the choir', 'ecash'],
    ]);
    // no other device is told of an invoice: it could not take what came in
    expect((await browser.ledgerOf(ANNA).outbox.all()).filter(({ kind }) => kind === 'quote')).toEqual([]);
    await expect(anna.ecash.removeMint(mint)).rejects.toMatchObject({ problem: { code: 'mint-in-use' } });
    expect(anna.stand().offers.map((one) => one.id)).toEqual([id]);
  });

  it('stays: after a reload, in a second tab, and while the key is locked what came in waits', async () => {
    const { text } = await make({ amount: 7 });
    expect(readOffer(text)?.msats).toBe(7_000);
    const second = browser.open(ANNA);
    await second.until('offer', ({ offers }) => offers[0]?.text === text);
    anna.kill();
    pay(text, 7);
    await has(second, 7);
    second.lock(true);
    await second.until('locked', (_, { chart }) => chart.getSnapshot().matches({ wallet: { user: 'locked' } }));
    pay(text, 7);
    second.lock(false);
    await has(second, 14);
    second.kill();
    pay(text, 8);
    const third = browser.open(ANNA);
    await has(third, 22);
    expect(third.stand().history.map(({ amount }) => amount)).toEqual([8, 7, 7]);
  });

  it('goes on after a lost answer, of a request that came late, and finds what was signed', async () => {
    const { text } = await make();
    place.mint.faults.script({ on: 'mint', fault: { type: 'answer dropped' } });
    pay(text, 5);
    await anna.until('lost', () => place.mint.books.outstanding() === 5);
    pay(text, 5);
    anna.kill();
    const again = browser.open(ANNA);
    await has(again, 10);
    expect(again.stand().history.map(({ amount, outcome }) => [amount, outcome])).toEqual([
      [5, 'done'],
      [5, 'done'],
    ]);
    expect(place.mint.books.outstanding()).toBe(10);
  });

  it('that is not used any more is not listened to, and what somebody pays all the same is found at the next start', async () => {
    const { id, text } = await make();
    await anna.ecash.closeOffer(id);
    await anna.until('closed', (_, { chart }) =>
      Object.keys(chart.getSnapshot().children).includes(`late offer ${id}`),
    );
    expect(Object.keys(anna.chart.getSnapshot().children)).not.toContain(`offer ${id}`);
    pay(text, 4);
    anna.kill();
    const again = browser.open(ANNA);
    await has(again, 4);
    await again.until('acts', () => acts(again));
    expect(again.stand().offers[0]?.closedAt).toBeDefined();
  });

  const change = (by: object | ((answer: { amount_paid: number }) => object)) =>
    ({
      type: 'answer',
      change: (answer: unknown) => ({
        ...(answer as object),
        ...(typeof by === 'function' ? by(answer as { amount_paid: number }) : by),
      }),
    }) as const;
  const other = () => writeOffer({ issuer: place.lightning.nodeOf('eve'), metadata: 'ee' });
  const SUMS =
    'What the mint says came in by this offer does not add up. Nothing of yours is touched, and it is asked again.';

  it.each([
    ['takes back what came in', change({ amount_paid: 3 }), SUMS],
    ['issued more than came in', change({ amount_issued: 99 }), SUMS],
    ['names a sum that cannot be', change({ amount_paid: 9e15 }), SUMS],
    ['names a sum that is no number', change({ amount_paid: -1 }), 'bad response'],
    [
      'names another offer',
      change(() => ({ request: other() })),
      'The mint now names another offer than the one it gave you. Nothing of yours is touched, and it is asked again.',
    ],
    [
      'knows nothing of it any more',
      { type: 'refused', code: 20_000, detail: 'quote not found' } as const,
      'The mint says: quote not found',
    ],
  ])(
    'of a mint that %s: it says so, nothing is lost, and all is well once the mint is honest',
    async (_, fault, words) => {
      const { id, text } = await make();
      pay(text, 8);
      await has(anna, 8);
      place.mint.faults.script({ on: 'check mint quote', fault, times: MANY });
      pay(text, 2);
      await anna.until('trouble', () => troubleOf(anna, id) !== undefined);
      expect(troubleOf(anna, id)).toBe(words);
      expect(anna.stand().balance).toBe(8);
      place.mint.faults.clear();
      anna.ecash.look(id);
      await has(anna, 10);
      await anna.until('no trouble', () => troubleOf(anna, id) === undefined);
      expect(place.mint.books.outstanding()).toBe(10);
    },
  );

  it.each([
    [
      'of another network',
      () => ({ request: writeOffer({ issuer: place.lightning.nodeOf(), metadata: '01', chain: '' }) }),
    ],
    ['that is none', () => ({ request: 'lnbc1' })],
    [
      'over another amount',
      () => ({ request: writeOffer({ issuer: place.lightning.nodeOf(), metadata: '01', msats: 1 }) }),
    ],
    ['that is locked to somebody else', () => ({ pubkey: `02${'a'.repeat(64)}` })],
  ])('%s is not given out', async (_, by) => {
    place.mint.faults.script({ on: 'mint quote', fault: change(by) });
    await expect(anna.ecash.makeOffer({ mint: place.mint.url })).rejects.toMatchObject({
      problem: { code: 'offer-useless' },
    });
    expect(anna.stand().offers).toEqual([]);
  });
});
