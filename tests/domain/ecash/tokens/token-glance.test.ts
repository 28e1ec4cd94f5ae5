import { describe, expect, it } from 'vitest';
import { TOKEN_GLANCE_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { glanceAtToken, isOpenTo } from '#domain/ecash/tokens/token-glance.ts';

const NOW = 1_000_000;
const [ME, FRIEND] = [`02${'a'.repeat(64)}`, `03${'b'.repeat(64)}`];
const C = `02${'c'.repeat(64)}`;

const secret = (data: string, tags: readonly (readonly string[])[] = [], kind = 'P2PK') =>
  JSON.stringify([kind, { nonce: 'ab', data, tags }]);

const tokenOf = (secrets: readonly string[], more: object = {}, mint = 'https://Mint.Example/') => {
  const proofs = secrets.map((one, at) => ({ amount: 2 ** at, id: '009a1f293253e41e', secret: one, C }));
  return `cashuA${btoa(JSON.stringify({ token: [{ mint, proofs }], ...more }))}`;
};

const glance = (token: string) => glanceAtToken(token, NOW, false);

describe('a token at a glance', () => {
  it('[TOKEN-01] [TOKEN-04] says mint, amount and memo, and holds nothing secret', () => {
    const seen = glance(`cashu:${tokenOf(['one', 'two'], { memo: 'for whoever fills the feeder' })}`);
    expect(seen).toEqual({
      token: {
        mint: 'https://mint.example',
        host: 'mint.example',
        amount: 3,
        memo: 'for whoever fills the feeder',
        lock: undefined,
      },
    });
    expect(JSON.stringify(seen)).not.toMatch(/"one"|"two"|02cc/);
  });

  it('says who opens it: a key, several kinds of locks in one, or what this app does not open', () => {
    const locks = (secrets: readonly string[]) => glance(tokenOf(secrets)).token?.lock;
    const until = String(NOW + 5);
    expect(locks([secret(ME), secret(ME, [], 'P2PK')].map((one, at) => one.replace('ab', `${at}`)))).toEqual({
      openers: [ME],
      until: undefined,
    });
    expect(locks([secret(ME, [['locktime', until]])])).toEqual({ openers: [ME], until: NOW + 5 });
    expect(locks([secret(ME), secret(FRIEND)])).toBe('other');
    // as the sheet that takes it says: what is not locked is open to whoever opens the rest
    expect(locks(['plain', secret(ME), secret(ME, [['locktime', until]])])).toEqual({ openers: [ME], until: NOW + 5 });
    expect(locks([secret(ME), secret(FRIEND, [['pubkeys', ME]])])).toEqual({ openers: [ME], until: undefined });
    expect(locks([secret(ME), secret(ME, [], 'HTLC')])).toBe('other');
    expect(locks([secret('ab'.repeat(32), [], 'HTLC')])).toBe('other');
    expect(isOpenTo(locks([secret(ME)]), `03${ME.slice(2)}`)).toBe(true);
    expect(isOpenTo(locks([secret(ME)]), FRIEND)).toBe(false);
    expect(isOpenTo(locks([secret(ME)]), undefined)).toBe(false);
    expect(isOpenTo('other', ME)).toBe(false);
    expect(isOpenTo(undefined, undefined)).toBe(true);
  });

  it.each([
    ['of several mints [TOKEN-06]', `cashuA${btoa('{"token":[{},{}]}')}`, 'token-entries'],
    ['that is damaged', 'cashuBo2F0gaJhaUgA', 'token-unreadable'],
    ['of another unit', tokenOf(['one'], { unit: 'usd' }), 'token-unit'],
    ['that may have been cut', `cashuA${'a'.repeat(TOKEN_GLANCE_MAX_CHARACTERS)}`, 'token-too-long'],
    ['of a mint on this machine', tokenOf(['one'], {}, 'http://127.0.0.1:3338'), 'mint-insecure'],
    ['of no mint', tokenOf(['one'], {}, 'javascript:alert(1)'), 'mint-url'],
  ])('%s cannot be shown', (_, token, code) => {
    expect(glance(token).problem).toMatchObject({ code });
  });
});
