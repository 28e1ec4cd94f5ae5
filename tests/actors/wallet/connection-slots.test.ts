import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { MindFact } from '#machines/wallet/wallet-connection.machine.ts';
import { defineMindWallet } from '#actors/wallet/connection-slots.ts';
import { noBalanceText } from '#ui/texts/wallet.ts';

/** What is told of a wallet that answers so when it is asked for its balance, in turn. */
const toldOf = async (...answers: (() => Promise<number | undefined>)[]): Promise<readonly MindFact[]> => {
  const told: MindFact[] = [];
  let moved = () => {};
  const link = {
    facts: { methods: [] },
    balance: () => answers.shift()!(),
    onMoved: () => () => {},
  };
  const mind = defineMindWallet(
    { link: () => link, onLost: () => () => {} } as never,
    (listener) => ((moved = listener), () => {}),
    () => {},
  );
  const machine = setup({ types: {} as { events: MindFact }, actors: { mind } }).createMachine({
    invoke: { src: 'mind' },
    on: { '*': { actions: ({ event }) => void told.push(event) } },
  });
  createActor(machine).start();
  while (answers.length > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    if (answers.length > 0) moved();
  }
  await new Promise((resolve) => setImmediate(resolve));
  return told;
};

const fails = (problem: ConstructorParameters<typeof WalletError>[0]) => () => Promise.reject(new WalletError(problem));

describe('what is told of the wallet that is connected', () => {
  it('[NWC-18] is also that it failed to tell its balance, when it is connected and later', async () => {
    const failed = { type: 'balance.failed', problem: { code: 'no-result', method: 'get_balance' } } as const;
    const noResult = fails(failed.problem);
    expect(await toldOf(noResult, () => Promise.resolve(21), noResult)).toEqual([
      failed,
      { type: 'balance.changed', balance: 21 },
      failed,
    ]);
    expect(noBalanceText(failed.problem)).toBe('Failed to get balance');
  });

  it('is nothing of a balance that the wallet may not or cannot tell', async () => {
    const refuses = (name: 'RESTRICTED' | 'NOT_IMPLEMENTED') => fails({ code: 'service', name, said: '' });
    const silent = () => Promise.resolve(undefined);
    expect(await toldOf(refuses('RESTRICTED'), refuses('NOT_IMPLEMENTED'), silent)).toEqual([]);
    expect(noBalanceText(undefined)).toBe('Your wallet does not tell');
  });
});
