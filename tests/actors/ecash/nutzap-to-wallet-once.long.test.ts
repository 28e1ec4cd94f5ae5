import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginDeposit, beginMelt, beginReceive } from '#actors/ecash/operations/begin.ts';
import { beginRestore } from '#actors/ecash/operations/restoring.ts';
import { createNutzapToWallet } from '#actors/ecash/nutzaps/nutzap-to-wallet.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { createPlace, openDevice, pass, randomBy, type Device } from '#tests/support/devices.ts';
import { MINT, UNIT } from '#tests/support/mint-model.ts';

const AT = { mint: MINT, unit: UNIT };
const OWNER = 'a'.repeat(64);
/** what the wallet had before, what the nutzap brings, and what the way to the Lightning wallet may cost of that */
const [SAVED, NUTZAP, COSTS] = [64, [16, 8], 2] as const;
/** ms of fake time within which the devices have told each other */
const AGREED_MS = 10_000;

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

type Schedule = {
  readonly words: readonly string[];
  /** so many ms later the second device begins */
  readonly lateMs: number;
  /** which device hears nothing of what its mint answers to an exchange */
  readonly deaf?: number;
  /** the second device has its Lightning wallet by its next visit only */
  readonly isUnconnected?: true;
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a nutzap that both devices of an account are to send on to a Lightning wallet', { timeout: 60_000 }, () => {
  const devices: Device[] = [];
  const stayed: string[] = [];
  afterEach(() => {
    for (const device of devices.splice(0)) device.end();
    stayed.splice(0);
  });

  /** What it brought pays an invoice that the Lightning wallet made for this device. */
  const openSending = ({ ledger, deps, engine }: Device, at: number) =>
    createNutzapToWallet({
      ledger: () => ledger,
      isWanted: () => true,
      async redeem({ mint, sats, operation }) {
        const told = await deps.core.meltQuote({ mint, unit: UNIT, invoice: `${sats - COSTS}lightning${at}` });
        const quote = { id: told.quote, invoice: told.request, amount: told.amount, reserve: told.feeReserve };
        const id = await beginMelt(deps, { ...AT, quote, of: operation });
        await engine.advance(id, 'fresh');
        if ((await ledger.operation(id))?.phase === 'fenced') throw new EcashError({ code: 'redeem-failed' });
      },
      tell: (_, why) => void (why && stayed.push(why.code)),
      now: deps.now,
    });

  const start = async ({ words, lateMs, deaf }: Schedule) => {
    const random = randomBy(11 + lateMs);
    const place = createPlace(random);
    for (const relay of place.relays.relays) relay.fault = relay.fault === 'drops' ? undefined : relay.fault;
    for (const [at, seed] of words.entries()) {
      const losesAnswer = (name: string) => at === deaf && name === 'swap';
      devices.push(await openDevice(place, { seed, random, losesAnswer }));
    }
    await pass(1_000);
    const [phone] = devices as [Device, Device];
    const beginning = beginDeposit(phone.deps, { ...AT, amount: SAVED });
    await pass(200);
    const id = await beginning;
    place.model.pay((await phone.ledger.operation(id))!.quote!.id);
    const depositing = phone.engine.advance(id, 'fresh');
    await pass(AGREED_MS);
    await depositing;
    const [, desktop] = devices as [Device, Device];
    // whoever looked through what the words have takes the same numbers next as the device that made it
    const restoring = words[0] === words[1] && desktop.engine.advance(await beginRestore(desktop.deps, AT));
    await pass(AGREED_MS);
    await restoring;
    return place;
  };

  const take = async ({ deps, engine, place }: Device) => {
    const proofs = place.stranger(NUTZAP);
    const redeems = [{ event: 'e'.repeat(64) }];
    const id = await beginReceive(deps, { ...AT, id: 'o-nutzap', proofs, redeems, sendsOn: true });
    void (async () => {
      for (let tried = 0; tried < 4; tried += 1) {
        if ((await engine.advance(id, 'fresh')).type === 'over') return;
        await wait(2_000);
      }
    })();
    return id;
  };

  it.each<Schedule>([
    { words: ['A', 'D'], lateMs: 0 },
    { words: ['A', 'D'], lateMs: 60 },
    { words: ['A', 'A'], lateMs: 0 },
    { words: ['A', 'A'], lateMs: 60 },
    { words: ['A', 'A'], lateMs: 0, deaf: 0 },
    { words: ['A', 'A'], lateMs: 0, deaf: 1 },
    { words: ['A', 'A'], lateMs: 60, deaf: 0 },
    { words: ['A', 'A'], lateMs: 60, deaf: 1 },
    { words: ['A', 'A'], lateMs: 0, isUnconnected: true },
    { words: ['A', 'A'], lateMs: 60, isUnconnected: true },
    { words: ['A', 'D'], lateMs: 0, isUnconnected: true },
    { words: ['A', 'D'], lateMs: 0, deaf: 0 },
    { words: ['A', 'D'], lateMs: 0, deaf: 1 },
    { words: ['A', 'D'], lateMs: 60, deaf: 0 },
    { words: ['A', 'D'], lateMs: 60, deaf: 1 },
  ])(
    '[NWC-24] goes on once, of its own ecash, and nobody reads that it failed: $words, $lateMs ms, $deaf, $isUnconnected',
    async (schedule) => {
      const { model } = await start(schedule);
      const sendings = devices.map(openSending);
      const acting = devices.map(async (device, at) => {
        await wait(1 + at * schedule.lateMs);
        const id = await take(device);
        if (at === 0 || !schedule.isUnconnected) await sendings[at]!.taken(OWNER, id);
      });
      await pass(12_000);
      await Promise.all(acting);
      // a later visit begins with it no more
      for (const [at, device] of devices.entries()) {
        device.reload();
        const again = sendings[at]!.resume(OWNER);
        await pass(1_000);
        await again;
      }
      await pass(AGREED_MS);
      expect(model.melted).toHaveLength(1);
      const left = new Set(schedule.words.flatMap((seed) => model.unspentOf(seed)));
      const amounts = [...left].map((y) => model.signed.get(y.replace('y', 'b'))!);
      expect(sumOf(amounts)).toBe(SAVED + COSTS);
      for (const { free, ledger, broken } of devices) {
        expect(sumOf(await free())).toBe(SAVED + COSTS);
        expect(await ledger.operations()).toEqual([]);
        expect((await ledger.operations('all')).filter(({ sendsOn, phase }) => sendsOn && phase !== 'fenced')).toEqual(
          [],
        );
        expect(broken).toEqual([]);
      }
      expect(stayed).toEqual([]);
    },
  );
});
