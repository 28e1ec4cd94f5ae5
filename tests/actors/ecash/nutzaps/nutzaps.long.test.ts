import { acts, beginWallet, payDeposit } from '#tests/support/ecash-acts.ts';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { nsecEncode } from 'nostr-tools/nip19';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NUTZAPS_MOST } from '#domain/ecash/ecash-limits.ts';
import { entriesOfEcash } from '#domain/ecash/ledger/operation-entry.ts';
import { readNutzapInfo } from '#domain/ecash/nutzaps/nutzap-info.ts';
import { readNutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import { tagsNamed, tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { PaymentEvidence, PaymentRecord } from '#domain/wallet/payment.ts';
import type { EcashStand } from '#ports/ecash.ts';
import type { Redeemed } from '#ports/wallet.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { openSharedRelays, type SharedRelays } from '#tests/support/shared-relays.ts';

const ANNA = new Uint8Array(32).fill(3);
const BEN = new Uint8Array(32).fill(5);
const [anna, ben] = [getPublicKey(ANNA), getPublicKey(BEN)];
const NOTE = { id: 'e'.repeat(64), kind: KIND.textNote };

describe('nutzaps', { timeout: 120_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let relays: SharedRelays;
  const browsers: EcashBrowser[] = [];
  const browser = () => {
    const opened = openEcashBrowser({ requests: relays.requests });
    browsers.push(opened);
    return opened;
  };
  beforeEach(async () => {
    place = await openPlace();
    relays = openSharedRelays(['wss://one.example', 'wss://two.example']);
  });
  afterEach(async () => {
    for (const one of browsers.splice(0)) one.close();
    await place.mint.stop();
  });

  const withWallet = (tab: EcashTab) => beginWallet(tab, place);

  const deposit = (tab: EcashTab, amount: number) => payDeposit(tab, place, amount);

  const listed = (tab: EcashTab, pubkey: string) =>
    tab.until('listed', () => relays.of(KIND.nutzapInfo).some((event) => event.pubkey === pubkey));

  const wish = (id: string, sats: number, comment = '') => ({
    id,
    recipient: ben,
    note: NOTE,
    sats,
    comment,
    anonymous: false,
    mint: place.mint.url,
  });

  /** Anna deposits so much and gives the first zap, which waits until its owner takes it. */
  const givenWaiting = async (owner: EcashTab, { of, sats }: { of: number; sats: number }) => {
    owner.ecash.nutzaps.set({ byHand: true });
    const annaTab = await withWallet(browser().open(ANNA));
    await deposit(annaTab, of);
    await annaTab.ecash.nutzaps.give(wish('zap 1', sats));
    await owner.until('waits', () => owner.ecash.nutzaps.stand.get().waiting.length === 1);
  };

  it('are given to a note, delivered, taken by themselves and counted once by the mint', async () => {
    const benTab = await withWallet(browser().open(BEN));
    await listed(benTab, ben);
    const [info] = relays.of(KIND.nutzapInfo).filter(({ pubkey }) => pubkey === ben);
    const wallet = await browsers[0]!.ledgerOf(BEN).wallet.get();
    // never the key of the identity
    expect(readNutzapInfo(info, true)).toMatchObject({ owner: ben, pubkey: wallet!.pubkey });
    expect(wallet!.pubkey.slice(2)).not.toBe(ben);
    expect(tagsNamed(info!, 'mint')).toEqual([['mint', place.mint.url, 'sat']]);

    const annaTab = await withWallet(browser().open(ANNA));
    await deposit(annaTab, 100);
    expect(await annaTab.ecash.nutzaps.offer(ben)).toMatchObject({ takes: true, common: [{ balance: 100 }] });
    await annaTab.ecash.nutzaps.give(wish('zap 1', 21, 'five relays :)'));
    // a second press with the same wish gives nothing more
    await annaTab.ecash.nutzaps.give(wish('zap 1', 21, 'five relays :)'));
    await benTab.until('21', ({ balance }) => balance === 21);
    await annaTab.until('taken', ({ open, balance }) => open.length === 0 && balance === 79);

    const [zap, ...more] = relays.of(KIND.nutzap);
    expect(more).toEqual([]);
    expect(readNutzap(zap!, true)).toMatchObject({
      sender: anna,
      recipient: ben,
      noteId: NOTE.id,
      sats: 21,
      comment: 'five relays :)',
      lock: wallet!.pubkey,
    });
    expect(tagValue(zap!, 'u')).toBe(place.mint.url);
    expect(place.mint.books.outstanding()).toBe(100);
    expect(benTab.stand().history[0]).toMatchObject({ kind: 'receive', person: anna, isNutzap: true, amount: 21 });
    expect(annaTab.stand().history[0]).toMatchObject({ kind: 'send', person: ben, isNutzap: true, zapped: NOTE.id });
    // [WEV-11] what was taken is named for those who tell relays of it
    const [receive] = (await browsers[0]!.ledgerOf(BEN).operations('all')).filter(({ kind }) => kind === 'receive');
    expect(receive!.redeems).toEqual([{ event: zap!.id, sender: anna }]);
  });

  it('[WEV-11] are taken once, after reloads and in two tabs, and wait where the user wants that', async () => {
    const home = browser();
    const benTab = await withWallet(home.open(BEN));
    await listed(benTab, ben);
    await givenWaiting(benTab, { of: 50, sats: 8 });
    expect(benTab.stand().balance).toBe(0);
    const second = home.open(BEN);
    await second.until('waits', () => second.ecash.nutzaps.stand.get().waiting.length === 1);
    const { id } = second.ecash.nutzaps.stand.get().waiting[0]!;
    const both = await Promise.allSettled([benTab.ecash.nutzaps.take(id), second.ecash.nutzaps.take(id)]);
    await benTab.until('8', ({ balance, open }) => balance === 8 && open.length === 0);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    const takings = (await home.ledgerOf(BEN).operations('all')).filter(({ redeems }) => redeems);
    expect(takings).toHaveLength(1);
    benTab.ecash.nutzaps.set({ byHand: false });
    benTab.kill();
    second.kill();
    const again = home.open(BEN);
    await again.until('acts', () => acts(again));
    await again.until('nothing waits', () => again.ecash.nutzaps.stand.get().waiting.length === 0);
    expect(again.stand().balance).toBe(8);
    expect(place.mint.books.outstanding()).toBe(50);
  });

  it('[WEV-11] that come after the ecash was deleted are taken by the next wallet of the account, by words of its own: relays kept the key', async () => {
    const home = browser();
    const benTab = await withWallet(home.open(BEN));
    await listed(benTab, ben);
    await benTab.until('told', () => relays.of(KIND.cashuWallet).some(({ pubkey }) => pubkey === ben));
    const former = (await home.ledgerOf(BEN).wallet.get())!.pubkey;
    // of what it held nothing is there any more
    benTab.kill();
    const cleared = browser();
    const annaTab = await withWallet(browser().open(ANNA));
    await deposit(annaTab, 50);
    await annaTab.ecash.nutzaps.give(wish('zap 1', 21));
    const next = await withWallet(cleared.open(BEN));
    expect((await cleared.ledgerOf(BEN).wallet.get())!.pubkey).not.toBe(former);
    next.ecash.nutzaps.set({ receives: true });
    await next.until('21', ({ balance }) => balance === 21);
    await annaTab.until('taken', ({ open }) => open.length === 0);
  });

  it('[NWC-24] go on to the Lightning wallet by the next visit, once, though the page was gone as soon as they were taken', async () => {
    const taken: Redeemed[] = [];
    const home = openEcashBrowser({ requests: relays.requests, redeem: async (one) => void taken.push(one) });
    browsers.push(home);
    const benTab = await withWallet(home.open(BEN));
    await listed(benTab, ben);
    benTab.ecash.nutzaps.set({ toWallet: true });
    await givenWaiting(benTab, { of: 100, sats: 64 });
    const operation = await benTab.ecash.nutzaps.take(benTab.ecash.nutzaps.stand.get().waiting[0]!.id);
    benTab.kill();
    expect((await home.ledgerOf(BEN).operation(operation))?.sendsOn).toBe(true);

    const next = home.open(BEN);
    await next.until('64', ({ balance, open }) => balance === 64 && open.length === 0);
    await next.until('sent on', () => taken.length > 0);
    expect(new Set(taken.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ mint: place.mint.url, sats: 64, operation })]),
    );
    const route = { kind: 'ecash', mint: place.mint.url, of: operation } as const;
    const pay = async (text: string): Promise<readonly PaymentEvidence[]> => {
      const said: PaymentEvidence[] = [];
      const record = { invoice: text, sentAt: 0, deadline: Infinity } as unknown as PaymentRecord;
      await next.source(route).pay(record, (evidence) => void said.push(evidence));
      return said;
    };
    const invoice = () => place.lightning.invoice({ payee: 'ben', msats: 50_000 }).text;
    const both = await Promise.all([pay(invoice()), pay(invoice())]);
    const ends = both.flat().map((said) => ('state' in said ? said.state : said.type));
    expect(new Set(ends)).toEqual(new Set(['failed', 'settled']));
    await next.until('paid', ({ open }) => open.length === 0);
    const ledger = home.ledgerOf(BEN);
    const melts = (await ledger.operations('all')).filter(({ kind }) => kind === 'melt');
    expect(melts).toHaveLength(1);
    expect(await ledger.operation(operation)).toMatchObject({ onward: melts[0]!.id });
    expect((await ledger.operation(operation))?.sendsOn).toBeUndefined();
  });

  const came = ({ open, history }: Pick<EcashStand, 'open' | 'history'>): readonly number[] =>
    entriesOfEcash({ open, history }, () => 'Hazel', new Set())
      .filter(({ kind, state }) => kind === 'zap' && state === 'paid')
      .map(({ msats }) => msats);

  it.each(['words of their own', 'the same words'])(
    '[WEV-11] are taken by one of two devices with %s that want the same one at once, and count once on both',
    async (which) => {
      const [phoneAt, deskAt] = [browser(), browser()];
      const phone = await withWallet(phoneAt.open(BEN));
      await listed(phone, ben);
      const desk = deskAt.open(BEN);
      await desk.until('looked', (stand) => !stand.exists);
      await desk.ecash.create(which === 'the same words' ? await phone.ecash.words() : undefined);
      await desk.until('knows the mint', ({ mints }) => mints.length === 1);
      for (const tab of [phone, desk]) tab.ecash.nutzaps.set({ byHand: true });
      const annaTab = await withWallet(browser().open(ANNA));
      await deposit(annaTab, 50);
      await annaTab.ecash.nutzaps.give(wish('zap 1', 8));
      for (const tab of [phone, desk])
        await tab.until('waits', () => tab.ecash.nutzaps.stand.get().waiting.length === 1);
      const { id } = phone.ecash.nutzaps.stand.get().waiting[0]!;
      const both = await Promise.allSettled([phone, desk].map((tab) => tab.ecash.nutzaps.take(id)));
      expect(both.map(({ status }) => status)).toContain('fulfilled');
      for (const tab of [phone, desk]) {
        await tab.until('8', ({ balance, open }) => balance === 8 && open.length === 0);
        await tab.until('nothing waits', () => tab.ecash.nutzaps.stand.get().waiting.length === 0);
      }
      for (const tab of [phone, desk]) {
        // each says that it came, wherever it was taken
        await tab.until('told', (stand) => came(stand).length > 0);
        expect(came(tab.stand())).toEqual([8_000]);
      }
      expect(place.mint.books.outstanding()).toBe(50);
      // relays say it once more at the next visit: it waits no longer, though it is taken by hand there
      phone.kill();
      const again = phoneAt.open(BEN);
      await again.until('acts', () => acts(again));
      again.ecash.nutzaps.set({ byHand: true });
      await annaTab.ecash.nutzaps.give(wish('zap 2', 4));
      await again.until(
        'the next one alone',
        () =>
          again.ecash.nutzaps.stand
            .get()
            .waiting.map(({ sats }) => sats)
            .join() === '4',
      );
    },
  );

  it('wait to be delivered while no relay takes them: the token is kept, and the same event goes out once', async () => {
    const benTab = await withWallet(browser().open(BEN));
    await listed(benTab, ben);
    const home = browser();
    const annaTab = await withWallet(home.open(ANNA));
    await deposit(annaTab, 64);
    const infoOf = relays.requests.fetch;
    relays.fail(true);
    relays.requests.fetch = async (asked) => {
      relays.fail(false);
      const answer = await infoOf(asked);
      relays.fail(true);
      return answer;
    };
    await annaTab.ecash.nutzaps.give(wish('zap 1', 10));
    await annaTab.until('signed', ({ open }) => open[0]?.delivery?.event !== undefined);
    const signed = annaTab.stand().open[0]!.delivery!.event!;
    expect(await annaTab.ecash.token(annaTab.stand().open[0]!.id)).toMatch(/^cashu/);
    // what is locked to somebody cannot be taken back
    expect(await annaTab.ecash.reclaim(annaTab.stand().open[0]!.id)).toBeUndefined();
    annaTab.kill();
    relays.requests.fetch = infoOf;
    relays.fail(false);
    const again = home.open(ANNA);
    await again.until('taken', ({ open, balance }) => open.length === 0 && balance === 54);
    expect(relays.of(KIND.nutzap)).toEqual([signed]);
    await benTab.until('10', ({ balance }) => balance === 10);
    expect(place.mint.books.outstanding()).toBe(64);
  });

  describe('that a Lightning wallet pays for', () => {
    const bought = (id: string, sats: number) => ({ ...wish(id, sats, 'from afar'), fromWallet: true as const });
    const invoicesOf = (tab: EcashTab) => tab.stand().open.filter(({ kind }) => kind === 'deposit');

    it('[NWC-25] [NWC-26] are given once the invoice of a mint is paid, also after the page was gone', async () => {
      const benTab = await withWallet(browser().open(BEN));
      await listed(benTab, ben);
      const home = browser();
      const annaTab = home.open(ANNA);
      await annaTab.until('looked', (stand) => !stand.exists);
      await annaTab.ecash.create();
      await annaTab.until('acts', () => acts(annaTab));
      // a mint that only the recipient uses
      expect(await annaTab.ecash.nutzaps.offer(ben)).toMatchObject({
        common: [],
        through: { url: place.mint.url, isOurs: false },
      });
      expect(await annaTab.ecash.nutzaps.price(place.mint.url, 21)).toBe(21);
      const invoice = await annaTab.ecash.nutzaps.giveOncePaid(bought('zap 1', 21));
      expect(await annaTab.ecash.nutzaps.giveOncePaid(bought('zap 1', 21))).toBe(invoice);
      const phases: string[] = [];
      annaTab.ecash.nutzaps.follow('zap 1', (phase) => phases.push(phase));
      await annaTab.until('asked', () => phases[0] === 'requested' && invoicesOf(annaTab).length === 1);
      annaTab.kill();
      place.lightning.pay('payer', invoice);

      const again = home.open(ANNA);
      await benTab.until('21', ({ balance }) => balance === 21);
      await again.until('taken', ({ open, balance }) => open.length === 0 && balance === 0);
      const [zap, ...more] = relays.of(KIND.nutzap);
      expect(more).toEqual([]);
      expect(readNutzap(zap!, true)).toMatchObject({ sender: anna, noteId: NOTE.id, sats: 21, comment: 'from afar' });
      expect(place.mint.books.outstanding()).toBe(21);
      const [given, paid] = again.stand().history;
      expect([given, paid]).toMatchObject([
        { kind: 'send', isNutzap: true, person: ben },
        { kind: 'deposit', onward: given!.operation },
      ]);
      expect(paid!.isNutzap).toBeUndefined();
    });

    it('are waited for no more once nobody pays for them, in any tab and after a reload; another try has another invoice', async () => {
      const benTab = await withWallet(browser().open(BEN));
      await listed(benTab, ben);
      const home = browser();
      const annaTab = await withWallet(home.open(ANNA));
      const other = home.open(ANNA);
      await other.until('follows', () => other.chart.getSnapshot().hasTag('follows'));
      const first = await other.ecash.nutzaps.giveOncePaid(bought('zap 1', 21));
      await annaTab.until('asked', () => invoicesOf(annaTab).length === 1);
      await other.ecash.nutzaps.letGo('zap 1');
      await annaTab.until('let go', ({ open }) => open.length === 0);
      await annaTab.until('its chart is over', () => annaTab.chart.getSnapshot().context.operations.length === 0);
      expect(annaTab.stand().history).toMatchObject([{ kind: 'deposit', outcome: 'not done' }]);

      const second = await annaTab.ecash.nutzaps.giveOncePaid(bought('zap 1', 21));
      expect(second).not.toBe(first);
      place.mint.faults.script({ on: 'check mint quote', fault: { type: 'status', status: 500 }, times: 1_000 });
      await annaTab.ecash.nutzaps.letGo('zap 1');
      annaTab.kill();
      other.kill();
      place.mint.faults.clear();
      const again = home.open(ANNA);
      await again.until('let go', ({ open, exists }) => exists && open.length === 0);
      expect(await again.ecash.nutzaps.giveOncePaid(bought('zap 1', 21))).not.toBe(second);
    });

    it('are given all the same when a wallet that refused paid the mint', async () => {
      const benTab = await withWallet(browser().open(BEN));
      await listed(benTab, ben);
      const annaTab = await withWallet(browser().open(ANNA));
      const invoice = await annaTab.ecash.nutzaps.giveOncePaid(bought('zap 1', 21));
      place.lightning.pay('payer', invoice);
      await annaTab.ecash.nutzaps.letGo('zap 1');
      await benTab.until('21', ({ balance }) => balance === 21);
      await annaTab.until('over', ({ open }) => open.length === 0);
    });

    it('stay ecash, and say why, when the recipient takes none of that mint any more', async () => {
      const benTab = await withWallet(browser().open(BEN));
      await listed(benTab, ben);
      const annaTab = await withWallet(browser().open(ANNA));
      const invoice = await annaTab.ecash.nutzaps.giveOncePaid(bought('zap 1', 10));
      benTab.ecash.nutzaps.set({ receives: false });
      const newest = () => relays.of(KIND.nutzapInfo).filter(({ pubkey }) => pubkey === ben);
      await benTab.until('takes none', () => newest().some((event) => tagsNamed(event, 'mint').length === 0));
      const phases: unknown[] = [];
      annaTab.ecash.nutzaps.follow('zap 1', (phase, problem) => phases.push([phase, problem?.code]));
      place.lightning.pay('payer', invoice);
      await annaTab.until('here', ({ open, balance }) => open.length === 0 && balance === 10);
      await annaTab.until('told', () => phases.length > 0 && (phases.at(-1) as string[])[0] === 'refused');
      expect(phases.at(-1)).toEqual(['refused', 'nutzap-not-taken']);
      expect(relays.of(KIND.nutzap)).toEqual([]);
    });

    it('[NWC-25] [NWC-26] begin nothing without a mint, or where it gives no invoice', async () => {
      const benTab = await withWallet(browser().open(BEN));
      await listed(benTab, ben);
      const annaTab = await withWallet(browser().open(ANNA));
      const giving = (mint: string) => annaTab.ecash.nutzaps.giveOncePaid({ ...bought('zap 1', 10), mint });
      await expect(giving('')).rejects.toMatchObject({ problem: { code: 'ecash-no-mints' } });
      expect(ecashProblems['ecash-no-mints']).toBe('No mints provided');
      place.mint.faults.script({ on: 'mint quote', fault: { type: 'status', status: 500 }, times: 3 });
      await expect(giving(place.mint.url)).rejects.toMatchObject({ problem: { code: 'ecash-no-quote' } });
      expect(ecashProblems['ecash-no-quote']).toBe('Didnt receive a mint quote');
      expect(annaTab.stand().open).toEqual([]);
    });
  });

  it('are refused in codes: who takes none, no common mint, too little', async () => {
    const annaTab = await withWallet(browser().open(ANNA));
    await expect(annaTab.ecash.nutzaps.give(wish('zap 1', 1))).rejects.toMatchObject({
      problem: { code: 'nutzap-not-taken' },
    });
    const benTab = await withWallet(browser().open(BEN));
    await listed(benTab, ben);
    await expect(
      annaTab.ecash.nutzaps.give({ ...wish('zap 2', 1), mint: 'https://other.example' }),
    ).rejects.toMatchObject({ problem: { code: 'nutzap-no-common-mint' } });
    await expect(annaTab.ecash.nutzaps.give(wish('zap 3', 1))).rejects.toMatchObject({
      problem: { code: 'funds-send' },
    });
    const secret = wish('zap 5', 1, `key ${nsecEncode(ANNA)}`);
    const refused = { problem: { code: 'secret-inside' } };
    await expect(annaTab.ecash.nutzaps.give(secret)).rejects.toMatchObject(refused);
    await expect(annaTab.ecash.nutzaps.giveOncePaid(secret)).rejects.toMatchObject(refused);
    relays.fail(true);
    await expect(annaTab.ecash.nutzaps.give(wish('zap 4', 1))).rejects.toMatchObject({
      problem: { code: 'nutzap-no-word' },
    });
    expect(annaTab.stand().open).toEqual([]);
  });

  describe('of somebody hostile', () => {
    const forged = (zap: NostrEvent, change: (tags: string[][]) => string[][], content = zap.content) =>
      finalizeEvent(
        { kind: zap.kind, created_at: zap.created_at, content, tags: change(zap.tags.map((tag) => [...tag])) },
        ANNA,
      );
    const proofOf = (tag: readonly string[]) => JSON.parse(tag[1]!) as Record<string, unknown>;
    const withProof = (tags: string[][], change: (proof: Record<string, unknown>) => Record<string, unknown>) =>
      tags.map((tag) => (tag[0] === 'proof' ? ['proof', JSON.stringify(change(proofOf(tag)))] : tag));
    const set = (name: string, value: string) => (tags: string[][]) =>
      tags.map((tag) => (tag[0] === name ? [name, value] : tag));

    it('cost nothing and are never taken; a good one beside them is', async () => {
      const home = browser();
      const benTab = await withWallet(home.open(BEN));
      await listed(benTab, ben);
      await givenWaiting(benTab, { of: 100, sats: 3 });
      const [zap] = relays.of(KIND.nutzap);
      const hostile = [
        forged(zap!, set('u', 'https://thief.example')),
        forged(zap!, set('u', 'http://127.0.0.1:1')),
        forged(zap!, set('unit', 'usd')),
        forged(zap!, set('p', 'f'.repeat(64))),
        forged(zap!, (tags) => [...tags, ['p', anna]]),
        forged(zap!, (tags) => tags.filter(([name]) => name !== 'proof')),
        forged(zap!, (tags) => [...tags, ...tags.filter(([name]) => name === 'proof')]),
        forged(zap!, (tags) => withProof(tags, ({ dleq: _, ...proof }) => proof)),
        forged(zap!, (tags) => withProof(tags, (proof) => ({ ...proof, amount: 1_000_000 }))),
        forged(zap!, (tags) => withProof(tags, (proof) => ({ ...proof, amount: -1 }))),
        forged(zap!, (tags) => withProof(tags, (proof) => ({ ...proof, secret: 'a'.repeat(64) }))),
        forged(zap!, (tags) =>
          withProof(tags, (proof) => ({
            ...proof,
            secret: (proof.secret as string).replace(/02[\da-f]{64}/, `02${anna}`),
          })),
        ),
        // ours to open, and nobody signed it
        forged(zap!, (tags) =>
          withProof(tags, (proof) => ({ ...proof, secret: (proof.secret as string).replace('nonce":"', 'nonce":"0') })),
        ),
        forged(zap!, (tags) => withProof(tags, (proof) => ({ ...proof, amount: 64 }))),
        // the same ecash once more
        forged(zap!, (tags) => tags, 'x'.repeat(100_000)),
      ];
      for (const event of hostile) relays.keep(event as NostrEvent);
      benTab.ecash.nutzaps.set({ byHand: false });
      await benTab.until('3', ({ balance, open }) => balance === 3 && open.length === 0);
      await benTab.until('nothing waits', () => benTab.ecash.nutzaps.stand.get().waiting.length === 0);
      expect(benTab.stand().balance).toBe(3);
      expect((await home.ledgerOf(BEN).operations('all')).filter(({ redeems }) => redeems)).toHaveLength(1);
      expect(place.mint.books.outstanding()).toBe(100);
    });

    it('are taken all the same where they bring a witness that opens nothing: ours does', async () => {
      const home = browser();
      const benTab = await withWallet(home.open(BEN));
      await listed(benTab, ben);
      await givenWaiting(benTab, { of: 100, sats: 3 });
      const waiting = () => benTab.ecash.nutzaps.stand.get().waiting;
      const witness = '{"signatures":["00"]}';
      const [zap] = relays.of(KIND.nutzap);
      const vandal = forged(zap!, (tags) => withProof(tags, (proof) => ({ ...proof, witness })));
      relays.keep(vandal as NostrEvent);
      await benTab.until('both wait', () => waiting().length === 2);
      await benTab.ecash.nutzaps.take(vandal.id);
      await benTab.until('3', ({ balance, open }) => balance === 3 && open.length === 0);
      benTab.ecash.nutzaps.set({ byHand: false });
      await benTab.until('nothing waits', () => waiting().length === 0);
      expect((await home.ledgerOf(BEN).operations('all')).filter(({ redeems }) => redeems)).toHaveLength(1);
      expect(place.mint.books.outstanding()).toBe(100);
    });
  });

  describe('behind many others', () => {
    const sinceOf = ({ local }: EcashTab): number =>
      (JSON.parse(local.getItem('nutzaps') ?? '{}') as Record<string, { since?: number }>)[ben]?.since ?? 0;

    /** Ben took eight sats in his first visit. */
    const takenEight = async () => {
      const home = browser();
      const benTab = await withWallet(home.open(BEN));
      await listed(benTab, ben);
      const annaTab = await withWallet(browser().open(ANNA));
      await deposit(annaTab, 100);
      await annaTab.ecash.nutzaps.give(wish('zap 1', 8));
      await benTab.until('8', ({ balance, open }) => balance === 8 && open.length === 0);
      return { home, benTab };
    };

    it('are taken, however many forgeries relays have that are newer', async () => {
      const home = browser();
      const benTab = await withWallet(home.open(BEN));
      await listed(benTab, ben);
      benTab.kill();
      const annaTab = await withWallet(browser().open(ANNA));
      await deposit(annaTab, 100);
      await annaTab.ecash.nutzaps.give(wish('zap 1', 8));
      await annaTab.until('given', () => relays.of(KIND.nutzap).length === 1);
      const [zap] = relays.of(KIND.nutzap);
      const proof = JSON.parse(zap!.tags.find(([name]) => name === 'proof')![1]!) as Record<string, unknown>;
      for (let one = 1; one <= NUTZAPS_MOST + 10; one += 1) {
        const secret = (proof['secret'] as string).replace('nonce":"', `nonce":"${one}`);
        const forgery = JSON.stringify({ ...proof, secret, dleq: undefined });
        const tags = [...zap!.tags.filter(([name]) => name !== 'proof'), ['proof', forgery]].map((tag) => [...tag]);
        relays.keep(finalizeEvent({ kind: zap!.kind, created_at: zap!.created_at + one, content: '', tags }, ANNA));
      }
      const again = home.open(BEN);
      await again.until('8', ({ balance, open }) => balance === 8 && open.length === 0);
      await again.until('nothing waits', () => again.ecash.nutzaps.stand.get().waiting.length === 0);
      await again.until('looked', () => sinceOf(again) > 0);
    });

    it('are asked for again in the next visit as long as a relay was not read to its end', async () => {
      const { fetch } = relays.requests;
      const isOfNutzaps = ({ filters }: Parameters<typeof fetch>[0]) =>
        filters.some(({ kinds }) => kinds?.includes(KIND.nutzap));
      let asked = 0;
      relays.requests.fetch = async (request) => {
        if (!isOfNutzaps(request)) return await fetch(request);
        asked += 1;
        return { events: [], outcomes: [{ relay: 'wss://one.example', outcome: 'timeout' }] };
      };
      const { home, benTab } = await takenEight();
      expect([asked > 0, sinceOf(benTab)]).toEqual([true, 0]);
      benTab.kill();
      relays.requests.fetch = fetch;
      const again = home.open(BEN);
      await again.until('looked', () => sinceOf(again) > 0);
    });

    it('are asked for from the start where a key, a mint or a relay was not among those that were looked at', async () => {
      const { fetch } = relays.requests;
      const sinces: unknown[] = [];
      relays.requests.fetch = (request) => {
        for (const { kinds, since } of request.filters) if (kinds?.includes(KIND.nutzap)) sinces.push(since);
        return fetch(request);
      };
      const { home, benTab } = await takenEight();
      benTab.kill();
      const visit = async () => {
        sinces.length = 0;
        const tab = home.open(BEN);
        await tab.until('asked', () => sinces.length > 0);
        await tab.until('looked', () => sinceOf(tab) > 0);
        tab.kill();
        return [...new Set(sinces)];
      };
      await visit();
      const since = sinceOf(benTab);
      const kept = JSON.parse(benTab.local.getItem('nutzaps')!) as Record<string, { reached: string[] }>;
      const { reached } = kept[ben]!;
      expect(await visit()).toEqual([since]);
      expect(reached.length).toBeGreaterThan(2);
      for (const gone of reached) {
        const less = { ...kept, [ben]: { ...kept[ben], reached: reached.filter((place) => place !== gone) } };
        benTab.local.setItem('nutzaps', JSON.stringify(less));
        expect(await visit()).not.toContain(since);
        expect(JSON.parse(benTab.local.getItem('nutzaps')!)).toMatchObject({ [ben]: { since, reached } });
      }
    });
  });

  it('are taken later when the mint does not answer, which is said meanwhile', async () => {
    const benTab = await withWallet(browser().open(BEN));
    await listed(benTab, ben);
    await givenWaiting(benTab, { of: 16, sats: 4 });
    const real = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError('down'));
    const { id } = benTab.ecash.nutzaps.stand.get().waiting[0]!;
    await expect(benTab.ecash.nutzaps.take(id)).rejects.toMatchObject({ problem: { code: 'mint-network' } });
    expect(benTab.ecash.nutzaps.stand.get().waiting[0]!.problem).toEqual({ code: 'mint-network' });
    globalThis.fetch = real;
    benTab.ecash.nutzaps.set({ byHand: false });
    await benTab.until('4', ({ balance }) => balance === 4);
  });

  it('are published only when the user takes them, keeping what other clients wrote', async () => {
    const other = finalizeEvent(
      {
        kind: KIND.nutzapInfo,
        created_at: 1,
        content: '',
        tags: [
          ['relay', 'wss://other.example'],
          ['mint', 'https://other.example/', 'sat'],
          ['zap', 'kept'],
          ['pubkey', 'f'.repeat(64)],
        ],
      },
      BEN,
    );
    relays.keep(other as NostrEvent);
    const benTab = await withWallet(browser().open(BEN));
    await benTab.until('elsewhere', () => benTab.ecash.nutzaps.stand.get().isElsewhere);
    expect(relays.of(KIND.nutzapInfo)).toEqual([other]);
    benTab.ecash.nutzaps.set({ receives: true });
    await benTab.until('ours', () => relays.of(KIND.nutzapInfo)[0]!.id !== other.id);
    const names = () => relays.of(KIND.nutzapInfo)[0]!.tags.map((tag) => tag.slice(0, 2).join(' '));
    expect(names()).toEqual(
      expect.arrayContaining([
        'zap kept',
        'mint https://other.example/',
        `mint ${place.mint.url}`,
        'relay wss://other.example',
      ]),
    );
    expect(names()).not.toContain(`pubkey ${'f'.repeat(64)}`);
    benTab.ecash.nutzaps.set({ receives: false });
    await benTab.until('off', () => !names().includes(`mint ${place.mint.url}`));
    expect(names()).toEqual(['relay wss://other.example', 'mint https://other.example/', 'zap kept']);
  });
});
