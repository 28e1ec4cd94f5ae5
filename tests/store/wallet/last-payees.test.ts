import { expect, it } from 'vitest';
import { LAST_NODES_MOST, LAST_PAYEES_MOST } from '#domain/wallet/wallet-limits.ts';
import { createLastPayees } from '#store/wallet/last-payees.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

it('remembers the last few nodes of an address, and the one that an older version wrote', () => {
  const storage = fakeStorage({ zapPayees: JSON.stringify({ 'a@one.example': 'old', 'b@one.example': 7 }) });
  const payees = createLastPayees(storage);
  expect(payees.get('a@one.example')).toEqual(['old']);
  expect([payees.get('b@one.example'), payees.get('c@one.example')]).toEqual([[], []]);
  for (const node of ['new', 'old']) payees.add('a@one.example', node);
  expect(createLastPayees(storage).get('a@one.example')).toEqual(['new', 'old']);
  for (let count = 0; count < LAST_NODES_MOST; count += 1) payees.add('a@one.example', String(count));
  expect(payees.get('a@one.example')).toHaveLength(LAST_NODES_MOST);
  expect(payees.get('a@one.example')).not.toContain('old');
});

it('remembers so many addresses', () => {
  const payees = createLastPayees(fakeStorage());
  for (let count = 0; count <= LAST_PAYEES_MOST; count += 1) payees.add(`${count}@one.example`, 'node');
  expect(payees.get('0@one.example')).toEqual([]);
  expect(payees.get('1@one.example')).toEqual(['node']);
});
