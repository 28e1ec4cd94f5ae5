import { describe, expect, it } from 'vitest';
import { EcashError, ecashProblemOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { LedgerError } from '#domain/ecash/ledger-problem.ts';
import { lockPubkey } from '#domain/ecash/proofs/pubkey.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { ecashProblems as germanProblems } from '#ui/texts/de/problems/ecash.ts';
import { wordsFor } from '#ui/texts/say.ts';

/** Letter by letter as specified. */
const EXACT: readonly (readonly [requirement: string, problem: EcashProblem, words: string])[] = [
  ['MINT-03', { code: 'mint-needs-auth' }, 'Can not call a protected endpoint without authProofGetter'],
  ['MINT-23', { code: 'bad-response' }, 'bad response'],
  ['MINT-29', { code: 'mint-status', status: 503, said: '' }, 'HTTP request failed (503)'],
  ['MINT-29', { code: 'mint-status', status: 503, said: 'down' }, 'down (503)'],
  ['MINT-32', { code: 'mint-socket-failed' }, 'Failed to open WebSocket'],
  ['MINT-33', { code: 'mint-socket-closed' }, 'Socket not open'],
  ['MINT-34', { code: 'mint-socket-unreachable' }, 'Failed to connect to WebSocket...'],
  ['MINT-35', { code: 'mint-timeout' }, 'timeout loading mint'],
  ['MINT-36', { code: 'mint-not-loaded', url: 'https://m.x' }, 'unable to load wallet for mint https://m.x'],
  ['MINT-37', { code: 'mint-no-locked-quotes' }, 'Mint does not support NUT-20'],
  ['MINT-38', { code: 'mint-no-multi-path' }, 'Mint does not support NUT-15'],
  ['MINT-39', { code: 'mint-no-description' }, 'Mint does not support description for bolt12'],
  ['TOKEN-05', { code: 'token-version' }, 'Token version is not supported'],
  ['TOKEN-06', { code: 'token-entries' }, 'Multi entry token are not supported'],
  ['TOKEN-13', { code: 'keyset-unverified', id: '00ab' }, "Couldn't verify keyset ID 00ab"],
  ['TOKEN-15', { code: 'token-dleq' }, 'Token contains proofs with invalid DLEQ'],
  ['TOKEN-16', { code: 'ecash-pubkey' }, 'Invalid pubkey'],
  ['TOKEN-17', { code: 'curve-no-point' }, 'No valid point found'],
  ['TOKEN-21', { code: 'seed-size' }, 'bip39seed must be a valid UInt8Array'],
  ['TOKEN-22', { code: 'seed-missing' }, 'CashuWallet must be initialized with a seed to use restore'],
  ['PROOF-11', { code: 'fee-negative' }, 'Invalid fee calculation: received more proofs than sent to mint'],
  ['DEPOSIT-13', { code: 'quote-key-missing' }, 'Can not sign locked quote without private key'],
  ['MELT-03', { code: 'pr-required' }, 'pr is required'],
  ['MELT-04', { code: 'invoice-no-amount' }, 'invoice amount is required'],
  ['MELT-05', { code: 'invoice-above' }, 'invoice amount is more than the amount passed in'],
  ['SEND-03', { code: 'funds-send' }, 'Not enough funds available to send'],
  ['SEND-04', { code: 'funds-swap' }, 'Not enough funds available for swap'],
  ['SEND-05', { code: 'balance-send' }, 'Not enough balance to send'],
  ['WEV-05', { code: 'backup-no-key' }, 'no privkey to backup'],
  ['SEND-06', { code: 'keep-amounts' }, 'Keep amounts do not match amount to keep'],
];

/** The numbers of the standard that mints refuse with. */
const NUMBERS = [
  10_001,
  ...Array.from({ length: 17 }, (_, index) => 11_001 + index),
  ...Array.from({ length: 3 }, (_, index) => 12_001 + index),
  ...Array.from({ length: 9 }, (_, index) => 20_001 + index),
  30_001,
  30_002,
  ...Array.from({ length: 4 }, (_, index) => 31_001 + index),
];

describe('what goes wrong with ecash', () => {
  it.each(['ledger-changed', 'ledger-full', 'ledger-storage'] as const)(
    'has words for %s in both languages',
    (code) => {
      expect(ecashProblemOf(new LedgerError(code))).toEqual({ code });
      const said = [ecashProblems, germanProblems].map((words) => wordsFor(words, { code }));
      expect(new Set(said).size).toBe(2);
    },
  );

  it.each(EXACT)('[%s] is said letter by letter', (_, problem, words) => {
    expect(wordsFor(ecashProblems, problem)).toBe(words);
    expect(wordsFor(germanProblems, problem)).not.toBe('');
  });

  it('[MINT-28] is said for each number of a mint, in words of its own, in both languages', () => {
    for (const words of [ecashProblems, germanProblems]) {
      const all = NUMBERS.map((number) => wordsFor(words, { code: 'mint-refused', number, said: 'x' }));
      expect(new Set(all).size).toBe(NUMBERS.length);
      expect(all.every((said) => /[.]$/.test(said))).toBe(true);
    }
  });

  it('[TOKEN-16] makes a key of Nostr one that mints know, and takes no other', () => {
    const key = 'AB'.repeat(32);
    expect(lockPubkey(key)).toBe(`02${'ab'.repeat(32)}`);
    expect(lockPubkey(`03${key}`)).toBe(`03${'ab'.repeat(32)}`);
    for (const wrong of ['', key.slice(2), `04${key}`, `${key}ab12`, 'x'.repeat(64)])
      expect(() => lockPubkey(wrong)).toThrow(EcashError);
  });

  it('[TOKEN-16] takes no key that lies on no curve: nobody could ever open what is locked to it', () => {
    for (const digits of ['00', 'ff', '11', 'cd'])
      for (const key of [digits.repeat(32), `02${digits.repeat(32)}`, `03${digits.repeat(32)}`])
        expect(() => lockPubkey(key)).toThrow(EcashError);
  });
});
