import { describe, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { beginMelt, beginSend } from '#actors/ecash/operations/begin.ts';
import { createMintSlots } from '#actors/ecash/wallet/mint-slots.ts';
import type { Listener, MintSockets } from '#actors/ecash/mint-sockets.ts';
import type { Purse } from '#actors/ecash/wallet/purse.ts';
import type { Subscription } from '#domain/ecash/mints/subscription.ts';
import { createEcashWorld, openWallet } from '#tests/support/ecash-world.ts';
import { MINT, OTHER_MINT, UNIT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const AT = { mint: MINT, unit: UNIT };

type Line = Subscription & { readonly mint: string; readonly listener: Listener };

/** A wallet with a payment that hangs, and what its mint is asked to tell. */
const start = async () => {
  const world = await createEcashWorld({ has: [16, 4, 2], payment: 'pending, then failed' });
  const wallet = openWallet(world, openMoneyLife());
  const lines = new Set<Line>();
  const sockets: MintSockets = {
    follow(mint, subscription, listener) {
      const line = { mint, ...subscription, listener };
      lines.add(line);
      return () => void lines.delete(line);
    },
  };
  const look = vi.fn<(id: string) => void>();
  const ended = vi.fn();
  const slots = createMintSlots(() => ({ ledger: wallet.ledger }) as unknown as Purse, sockets, look);
  const chart = createMachine({
    type: 'parallel',
    states: {
      here: { invoke: { src: slots['follow tokens'], input: { mint: MINT } } },
      elsewhere: { invoke: { src: slots['follow tokens'], input: { mint: OTHER_MINT } } },
    },
    on: { 'socket.ended': { actions: ended } },
  });
  const quote = { id: world.model.meltQuote(10), invoice: 'lnbc', amount: 10, reserve: 2 };
  const pay = async () => {
    const id = await beginMelt(wallet.deps, { ...AT, quote });
    await wallet.engine.advance(id, 'fresh');
    return id;
  };
  const lineOf = async (kind: Subscription['kind']) => {
    await vi.waitFor(() => expect([...lines].some((line) => line.kind === kind)).toBe(true));
    return [...lines].find((line) => line.kind === kind)!;
  };
  return { wallet, lines, lineOf, look, ended, pay, quote: quote.id, actor: createActor(chart).start() };
};

describe('what a mint tells by its socket', () => {
  it('[MINT-22] is heard of payments that hang: they are looked at once they do no more', async () => {
    const { lines, lineOf, look, pay, quote, wallet, actor } = await start();
    const id = await pay();
    expect((await wallet.ledger.operation(id))?.phase).toBe('waiting');
    const { filters, listener } = await lineOf('bolt11_melt_quote');
    expect(filters).toEqual([quote]);
    for (const nothing of [null, {}, { quote: 'another', state: 'PAID' }, { quote, state: 'LOST' }])
      listener.told(nothing);
    listener.told({ quote, state: 'PENDING' });
    expect(look).not.toHaveBeenCalled();
    for (let times = 0; times < 3; times += 1) listener.told({ quote, state: 'PAID', payment_preimage: null });
    expect(look).toHaveBeenCalledExactlyOnceWith(id);
    listener.told({ quote, state: 'UNPAID' });
    expect(look).toHaveBeenCalledTimes(2);
    actor.stop();
    expect(lines.size).toBe(0);
  });

  it('[MINT-22] is heard of tokens that are out, by a mint that tells nothing of payments, too', async () => {
    const { lineOf, look, ended, pay, wallet, actor } = await start();
    await pay();
    const sent = await beginSend(wallet.deps, { ...AT, amount: 2 });
    await wallet.engine.advance(sent, 'fresh');
    const { filters, listener } = await lineOf('proof_state');
    const [y] = filters;
    listener.told({ Y: y, state: 'UNSPENT' });
    listener.told({ Y: 'another', state: 'SPENT' });
    expect(look).not.toHaveBeenCalled();
    listener.told({ Y: y, state: 'SPENT' });
    expect(look).toHaveBeenCalledExactlyOnceWith(sent);
    const payments = await lineOf('bolt11_melt_quote');
    payments.listener.ended({ code: 'mint-refused', number: 0, said: '' });
    expect(ended).not.toHaveBeenCalled();
    payments.listener.ended({ code: 'mint-socket-closed' });
    expect(ended).toHaveBeenCalledTimes(1);
    listener.ended({ code: 'mint-socket-closed' });
    expect(ended).toHaveBeenCalledTimes(2);
    actor.stop();
  });

  it('is asked for by each mint of what waits there, and by none while nothing does', async () => {
    const { lines, lineOf, pay, actor } = await start();
    expect(lines.size).toBe(0);
    await pay();
    await lineOf('bolt11_melt_quote');
    expect([...lines].map(({ mint, kind }) => [mint, kind])).toEqual([[MINT, 'bolt11_melt_quote']]);
    actor.stop();
  });
});
