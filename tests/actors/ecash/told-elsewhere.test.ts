import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginDeposit, beginReceive, beginReclaim, beginSend } from '#actors/ecash/operations/begin.ts';
import { buildDeletion } from '#domain/ecash/events/deletion.ts';
import { buildHistory, parseHistory } from '#domain/ecash/events/history-event.ts';
import { entriesOfEcash } from '#domain/ecash/ledger/operation-entry.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { entryAbout, entryEnd, entryTitle, signedSats } from '#ui/money/entry-words.ts';
import { historyTable } from '#ui/money/history-table.ts';
import { createPlace, openDevice, pass, randomBy, type Device } from '#tests/support/devices.ts';
import { MINT, UNIT } from '#tests/support/mint-model.ts';

const AT = { mint: MINT, unit: UNIT };
const TOLD_MS = 8_000;

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const entriesOf = async ({ ledger }: Device) => {
  const [open, history] = [await ledger.operations(), await ledger.history()];
  return entriesOfEcash({ open, history }, () => 'Hazel', new Set());
};
const wordsOf = async (device: Device) =>
  (await entriesOf(device)).map((entry) => [
    entryTitle(entry, ''),
    signedSats(entry),
    entryAbout(entry).includes('on another device'),
    entryEnd(entry),
  ]);

describe('what another device did', { timeout: 60_000 }, () => {
  const devices: Device[] = [];
  const start = async (words: readonly string[]) => {
    const random = randomBy(11);
    const place = createPlace(random);
    for (const relay of place.relays.relays) relay.fault = relay.fault === 'drops' ? undefined : relay.fault;
    for (const seed of words) devices.push(await openDevice(place, { seed, random }));
    await pass(1_000);
    const lead = async (device: Device, id: string) => {
      const leading = device.engine.advance(id, 'fresh');
      await pass(1_000);
      return await leading;
    };
    const deposit = async (device: Device, amount: number) => {
      const beginning = beginDeposit(device.deps, { ...AT, amount });
      await pass(200);
      const id = await beginning;
      place.model.pay((await device.ledger.operation(id))!.quote!.id);
      await lead(device, id);
      await pass(TOLD_MS);
      return id;
    };
    const give = async (device: Device, amount: number) => {
      const beginning = beginSend(device.deps, { ...AT, amount, memo: 'for Ben' });
      await pass(200);
      const id = await beginning;
      await lead(device, id);
      return id;
    };
    const take = (ys: readonly string[]) =>
      place.model.swap(ys, [
        {
          role: 'keep',
          keyset: '0000000000000000',
          amounts: [ys.reduce((sum, y) => sum + place.model.signed.get(y.replace('y', 'b'))!.amount, 0)],
          b: [`bT/0000000000000000/${ys.join()}`],
          sealed: { ivB64: '', ciphertextB64: '' },
        },
      ]);
    return { place, lead, deposit, give, take };
  };
  afterEach(() => {
    for (const device of devices.splice(0)) device.end();
  });

  it('[WEV-06] stands in the history once, whoever says it again, also after a reload; its own never twice', async () => {
    const { place, deposit } = await start(['A', 'D']);
    const [phone, desktop] = devices as [Device, Device];
    await deposit(phone, 16);
    expect(await wordsOf(phone)).toEqual([['Deposit', '+16', false, 'no fee']]);
    const there = [['Deposit', '+16', true, 'no fee']];
    expect(await wordsOf(desktop)).toEqual(there);
    for (const relay of place.relays.relays)
      for (const event of relay.events.filter(({ kind }) => kind === 7376)) place.relays.take(relay, event);
    desktop.reload();
    phone.reload();
    await pass(TOLD_MS);
    expect(await wordsOf(desktop)).toEqual(there);
    expect(await wordsOf(phone)).toHaveLength(1);
    expect(historyTable(await entriesOf(desktop))).toContain(',paid,another device,');
    expect(historyTable(await entriesOf(phone))).toContain(',paid,the ecash,');
  });

  const contentsOf = (place: Awaited<ReturnType<typeof start>>['place'], kind: number) => {
    const all = place.relays.relays.flatMap(({ events }) => events.filter((event) => event.kind === kind));
    return [...new Map(all.map((event) => [event.id, event])).values()]
      .toSorted((one, other) => one.created_at - other.created_at)
      .map(({ id, content }) => ({ id, plain: content.slice(content.indexOf(' ') + 1) }));
  };

  it('[WEV-06] is said with its direction, amount, mint and fee, and the token events that came and went', async () => {
    const { place, deposit, give } = await start(['A']);
    const [phone] = devices as [Device];
    await deposit(phone, 16);
    const [{ id: first } = { id: '' }, ...more] = contentsOf(place, 7375);
    expect(more).toEqual([]);
    const sent = await give(phone, 15);
    await pass(TOLD_MS);
    const [{ id: second } = { id: '' }] = contentsOf(place, 7375).filter(({ id }) => id !== first);
    const token = (await phone.ledger.proofsOf(sent)).filter(({ state }) => state === 'out');
    const nothing = { unit: UNIT, fee: 0, mint: MINT, redeemed: [], reserved: [] };
    expect(contentsOf(place, 7376).map(({ plain }) => parseHistory(plain, []))).toEqual([
      { ...nothing, direction: 'in', amount: 16, created: [first], destroyed: [], rest: [['kind', 'deposit']] },
      {
        ...nothing,
        direction: 'out',
        amount: 15,
        created: [second],
        destroyed: [first],
        rest: [['kind', 'send']],
        description: 'for Ben',
        given: token.map(({ y }) => y),
      },
    ]);
  });

  it('[WEV-11] a nutzap that it took is named in the open, with its sender, and the other device knows that it came', async () => {
    const { place, lead } = await start(['A', 'D']);
    const [phone, desktop] = devices as [Device, Device];
    const [event, sender] = ['e'.repeat(64), 'b'.repeat(64)];
    const proofs = phone.place.stranger([8, 4]);
    const beginning = beginReceive(phone.deps, { ...AT, proofs, person: sender, redeems: [{ event, sender }] });
    await pass(200);
    await lead(phone, await beginning);
    await pass(TOLD_MS);
    for (const { events } of place.relays.relays) {
      const [said, ...more] = events.filter(({ kind }) => kind === 7376);
      expect(more).toEqual([]);
      expect(said!.tags).toEqual([
        ['e', event, '', 'redeemed'],
        ['p', sender],
      ]);
    }
    const rows = await desktop.ledger.history();
    expect(rows).toMatchObject([{ redeemed: [event], isNutzap: true, person: sender, amount: 12, elsewhere: true }]);
  });

  it('[WEV-07] [WEV-08] a token event that another app deleted, of what is there still, is told anew without a reload', async () => {
    const { place, deposit } = await start(['A']);
    const [phone] = devices as [Device];
    await deposit(phone, 16);
    const [told] = contentsOf(place, 7375);
    const { kind, content, tags } = buildDeletion([{ id: told!.id, kind: 7375 }]);
    const made = { kind, content, tags: tags.map((tag) => [...tag]), created_at: Math.floor(Date.now() / 1_000) };
    const event = await phone.signer.signEvent(made);
    for (const relay of place.relays.relays) {
      relay.fault = undefined;
      place.relays.take(relay, event);
    }
    await pass(TOLD_MS);
    for (const { events } of place.relays.relays) {
      const there = events.filter((each) => each.kind === 7375 && each.id !== told!.id);
      expect(there).toHaveLength(1);
      expect(there[0]!.content).toContain('"amount":16');
    }
    expect(sumOf(await phone.free())).toBe(16);
  });

  it('[WEV-06] keeps what it does not know of what other apps say, reads how it was once written, and counts sats alone', async () => {
    const { place } = await start(['A']);
    const [phone] = devices as [Device];
    const signer: ReturnType<CurrentSigner> = phone.signer;
    const write = async (content: string, at: number) => {
      const encrypted = await signer!.nip44!.encrypt(signer!.pubkey, content);
      const event = await signer!.signEvent({ kind: 7376, created_at: at, tags: [], content: encrypted });
      for (const relay of place.relays.relays) place.relays.take(relay, event);
    };
    const said = { direction: 'out', amount: 5, unit: 'sat', created: [], destroyed: [], reserved: [], redeemed: [] };
    await write(buildHistory({ ...said, direction: 'out', fee: 3, rest: [['colour', 'red']] }).content, 1_600_000_000);
    await write(
      JSON.stringify([
        ['direction', 'in'],
        ['amount', '7', 'sat'],
      ]),
      1_600_000_100,
    );
    await write(
      JSON.stringify([
        ['direction', 'in'],
        ['amount', '9', 'usd'],
      ]),
      1_600_000_200,
    );
    await write('{"not": "tags"}', 1_600_000_300);
    phone.reload();
    await pass(TOLD_MS);
    expect((await wordsOf(phone)).map(([title, sats]) => [title, sats])).toEqual([
      ['Token received', '+7'],
      ['Token sent', '−5'],
    ]);
    const rows = await phone.ledger.history();
    expect(rows.find(({ amount }) => amount === 5)).toMatchObject({ fee: 3, rest: [['colour', 'red']] });
    expect(rows.find(({ amount }) => amount === 9)).toMatchObject({ unit: 'usd', elsewhere: true });
  });

  it.each([
    ['words of their own', ['A', 'D']],
    ['the same words', ['A', 'A']],
  ])(
    '[WEV-02] both take a paid invoice at once, with %s: the mint gives its ecash once, and both say so',
    async (_, words) => {
      const { place, lead } = await start(words);
      const [phone, desktop] = devices as [Device, Device];
      const beginning = beginDeposit(phone.deps, { ...AT, amount: 16 });
      await pass(TOLD_MS);
      const id = await beginning;
      expect(await desktop.ledger.operations()).toEqual([]);
      place.model.pay((await phone.ledger.operation(id))!.quote!.id);
      for (let waited = 0; (await desktop.ledger.operations()).length === 0 && waited < 90; waited += 1)
        await pass(1_000);
      const [mine] = await desktop.ledger.operations();
      expect(mine).toMatchObject({ kind: 'deposit', amount: 16, elsewhere: true });
      await Promise.all([lead(phone, id), lead(desktop, mine!.id)]);
      for (const device of devices) for (const open of await device.ledger.operations()) await lead(device, open.id);
      await pass(TOLD_MS);
      expect([...place.model.signed.values()].reduce((sum, { amount }) => sum + amount, 0)).toBe(16);
      for (const device of devices) {
        expect(sumOf(await device.free())).toBe(16);
        expect(await device.ledger.operations()).toEqual([]);
        expect(device.broken).toEqual([]);
      }
      // with the same words both made the same ecash: each took it, and it is there once
      const ends = await Promise.all(devices.map(async (device) => (await wordsOf(device)).map(([, , , end]) => end)));
      if (words[0] !== words[1]) expect(ends.flat().filter((end) => end === 'taken elsewhere')).toHaveLength(1);
      const quotes = place.relays.relays[2]!.events.filter(({ kind }) => kind === 7374);
      expect(quotes).toEqual([]);
    },
  );

  const race = async (words: readonly string[], begin: (device: Device) => Promise<string>) => {
    const { place, deposit } = await start(words);
    await deposit(devices[0]!, 16);
    const acting = devices.map(async (device) => device.engine.advance(await begin(device), 'fresh'));
    await pass(1_500);
    await Promise.all(acting);
    await pass(TOLD_MS);
    const unspent = words.flatMap((seed) => place.model.unspentOf(seed));
    const sums = await Promise.all(devices.map(async (device) => sumOf(await device.free())));
    for (const device of devices) {
      expect(device.broken).toEqual([]);
      for (const { phase } of await device.ledger.operations()) expect(phase).toBe('waiting');
    }
    const sumUnspent = [...new Set(unspent)].reduce(
      (sum, y) => sum + place.model.signed.get(y.replace('y', 'b'))!.amount,
      0,
    );
    return { sums, sumUnspent, ends: (await Promise.all(devices.map(wordsOf))).flat() };
  };

  it.each([
    ['words of their own', ['A', 'D']],
    ['the same words', ['A', 'A']],
  ])(
    '[WEV-11] both take the same nutzap at once, with %s: its sats are there once, and who was late says why',
    async (_, words) => {
      const sender = 'b'.repeat(64);
      const { sums, sumUnspent, ends } = await race(words, async ({ deps, place }) => {
        const proofs = place.stranger([8, 4]);
        const id = 'o-nutzap';
        return await beginReceive(deps, { ...AT, id, proofs, redeems: [{ event: 'e'.repeat(64), sender }] });
      });
      expect(sums).toEqual([28, 28]);
      expect(sumUnspent).toBe(28);
      if (words[0] !== words[1])
        expect(ends.filter(([, , , end]) => end === 'taken elsewhere').map(([title]) => title)).toEqual(['Zap from ']);
    },
  );

  it('[PROOF-08] both spend the same ecash in an exchange at once: one is refused and says so, nothing is lost', async () => {
    const { sums, sumUnspent, ends } = await race(['A', 'D'], ({ deps }) => beginSend(deps, { ...AT, amount: 9 }));
    // 9 are out, and 7 are left on both
    expect(sums).toEqual([7, 7]);
    expect(sumUnspent).toBe(16);
    expect(ends.filter(([title]) => title === 'Token not made')).toHaveLength(1);
    expect(ends.filter(([title, , , end]) => title === 'Token sent' && end === 'not taken yet')).toHaveLength(1);
  });

  it('[WEV-06] a token that it gave away as it was is out here, too, and counts no more', async () => {
    const { deposit, give, take } = await start(['A', 'D']);
    const [phone, desktop] = devices as [Device, Device];
    await deposit(phone, 16);
    expect(sumOf(await desktop.free())).toBe(16);
    const id = await give(phone, 16);
    await pass(TOLD_MS);
    expect(await desktop.free()).toEqual([]);
    const trying = expect(beginSend(desktop.deps, { ...AT, amount: 16 })).rejects.toThrow('funds-send');
    await pass(200);
    await trying;
    const out = ['Token sent', '−16', true, 'not taken yet'];
    expect(await wordsOf(desktop)).toContainEqual(out);
    const ys = (await phone.ledger.proofsOf(id)).map(({ y }) => y);
    desktop.reload();
    await pass(TOLD_MS);
    expect(await wordsOf(desktop)).toContainEqual(out);
    take(ys);
    for (const device of devices)
      for (const { id: open } of await device.ledger.operations()) {
        const leading = device.engine.advance(open);
        await pass(1_000);
        await leading;
      }
    await pass(TOLD_MS);
    for (const device of devices) {
      expect(await device.ledger.operations()).toEqual([]);
      const sent = (await entriesOf(device)).filter(({ kind }) => kind === 'token out');
      expect(sent.map(({ token, state }) => [token, state])).toEqual([['taken', 'paid']]);
      expect(device.broken).toEqual([]);
    }
  });

  it.each(['before', 'after'] as const)(
    '[WEV-06] [WEV-08] a token that it made does not count here, though the same words lead to it %s that was told',
    async (when) => {
      const { deposit, give, take, lead } = await start(['A', 'A']);
      const [phone, desktop] = devices as [Device, Device];
      await deposit(phone, 16);
      // from the first number on, of which the phone has used some, and uses more just now
      const meeting = when === 'before' ? deposit(desktop, 4) : undefined;
      const id = await give(phone, 15);
      await pass(TOLD_MS);
      await (meeting ?? deposit(desktop, 4));
      const token = (await phone.ledger.proofsOf(id)).flatMap(({ y, state }) => (state === 'out' ? y : []));
      const met = (await desktop.ledger.known(token)).map(({ state }) => state);
      expect(met).toEqual(when === 'before' ? ['out'] : []);
      expect(sumOf(await desktop.free())).toBe(1 + 4);
      take(token);
      for (const device of devices)
        for (const { id: open } of await device.ledger.operations()) await lead(device, open);
      await pass(TOLD_MS);
      for (const device of devices) {
        expect(sumOf(await device.free())).toBe(1 + 4);
        expect(await device.ledger.operations()).toEqual([]);
        expect(device.broken).toEqual([]);
      }
    },
  );

  it('[WEV-06] a token that it gave away can be taken back from here', async () => {
    const { place, deposit, give, lead } = await start(['A', 'D']);
    const [phone, desktop] = devices as [Device, Device];
    await deposit(phone, 16);
    const id = await give(phone, 16);
    await pass(TOLD_MS);
    const [mine] = await desktop.ledger.operations();
    const beginning = beginReclaim(desktop.deps, mine!.id);
    await pass(500);
    await beginning;
    await lead(desktop, mine!.id);
    await lead(phone, id);
    await pass(TOLD_MS);
    expect(place.model.unspentOf('D')).toHaveLength(1);
    for (const device of devices) {
      expect(sumOf(await device.free())).toBe(16);
      expect(await device.ledger.operations()).toEqual([]);
      expect(device.broken).toEqual([]);
    }
  });

  it('[WEV-06] the same ecash given away on both: it is said, the first who takes it has it, nothing is lost', async () => {
    const { place, deposit, give, take, lead } = await start(['A', 'D']);
    const [phone, desktop] = devices as [Device, Device];
    await deposit(phone, 16);
    const [one, other] = await Promise.all([give(phone, 16), give(desktop, 16)]);
    await pass(TOLD_MS);
    for (const [device, id] of [
      [phone, one],
      [desktop, other],
    ] as const)
      expect((await device.ledger.operation(id))?.trouble).toEqual({ code: 'given-twice' });
    take((await phone.ledger.proofsOf(one)).map(({ y }) => y));
    await lead(phone, one);
    await lead(desktop, other);
    await pass(TOLD_MS);
    for (const device of devices) {
      expect(await device.free()).toEqual([]);
      expect(await device.ledger.operations()).toEqual([]);
      expect(device.broken).toEqual([]);
    }
    expect(place.model.unspentOf('A')).toEqual([]);
  });
});
