import { isExchange, isOver, type Operation } from './operation.ts';
import { sumOf, type ProofRow } from '#domain/ecash/proof.ts';

/** All that the ledger holds of money. `counters`: the next number by mint and keyset. */
export type LedgerContent = {
  readonly operations: readonly Operation[];
  readonly proofs: readonly ProofRow[];
  readonly counters: readonly { readonly mint: string; readonly keyset: string; readonly next: number }[];
};

const holds = ({ operations, proofs }: LedgerContent): string[] => {
  const byId = new Map(operations.map((record) => [record.id, record]));
  const faults = proofs.flatMap(({ y, state, operation }) => {
    const holder = operation === undefined ? undefined : byId.get(operation);
    if (state === 'available') return operation === undefined ? [] : [`${y} is free and held`];
    if (state === 'spent') return [];
    if (!holder || isOver(holder)) return [`${y} is ${state} and nothing holds it`];
    return state === 'reserved' && !holder.inputs.includes(y)
      ? [`${y} is held by ${holder.id}, which does not spend it`]
      : [];
  });
  const states = new Map(proofs.map((proof) => [proof.y, proof]));
  const loose = operations
    .filter((record) => !isOver(record) && record.child === undefined && record.phase !== 'waiting')
    .flatMap(({ id, inputs }) =>
      inputs
        .filter((y) => states.get(y)?.state !== 'reserved' || states.get(y)?.operation !== id)
        .map((y) => `${id} does not hold ${y}`),
    );
  return [...faults, ...loose];
};

const numbers = ({ operations, counters }: LedgerContent): string[] => {
  const taken = new Set<string>();
  const faults: string[] = [];
  for (const { mint, counters: ranges, id } of operations)
    for (const { keyset, from, to } of ranges) {
      const next = counters.find((counter) => counter.mint === mint && counter.keyset === keyset)?.next ?? 0;
      if (to > next) faults.push(`${id} uses number ${to - 1} of ${keyset}, the next one is ${next}`);
      for (let number = from; number < to; number += 1) {
        const name = `${mint} ${keyset} ${number}`;
        if (taken.has(name)) faults.push(`${name} is used twice`);
        taken.add(name);
      }
    }
  return faults;
};

const sums = ({ operations, proofs }: LedgerContent): string[] => {
  const got = operations.reduce((sum, record) => sum + record.got, 0);
  const there = sumOf(proofs);
  const uneven = operations
    .filter((record) => record.phase === 'committed' && isExchange(record) && record.got > 0 && !record.former)
    .filter(({ spends, fee, got: made }) => fee < 0 || spends !== made + fee)
    .map(({ id }) => `${id} made another sum than it spent`);
  return [...(got === there ? [] : [`${there} are there of ${got} that were made`]), ...uneven];
};

const parents = ({ operations }: LedgerContent): string[] => {
  const byId = new Map(operations.map((record) => [record.id, record]));
  return operations
    .filter(({ id, child }) => child !== undefined && (byId.get(child)?.parent !== id || isOver(byId.get(child)!)))
    .map(({ id }) => `${id} waits for what is over`);
};

/** What must not be, whatever was broken off: one line for each thing. */
export const ledgerFaults = (content: LedgerContent): readonly string[] => [
  ...holds(content),
  ...numbers(content),
  ...sums(content),
  ...parents(content),
];
