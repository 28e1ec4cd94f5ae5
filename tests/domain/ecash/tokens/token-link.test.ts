import { describe, expect, it } from 'vitest';
import { tokenInFragment, tokenLink } from '#domain/ecash/tokens/token-link.ts';

const TOKEN = `cashuB${'o2F_-x'.repeat(20)}==`;

describe('a link with a token', () => {
  it('[TOKEN-04] has it behind # alone, and is read with any of its schemes, written by percents or not', () => {
    const link = new URL(tokenLink(TOKEN, 'https://app.example/note/1?money=send'));
    expect([link.pathname, link.search]).toEqual(['/open', '']);
    expect(tokenInFragment(link.hash.slice(1))).toBe(TOKEN);
    for (const before of ['cashu:', 'cashu://', 'web+cashu:', 'web+cashu://'])
      for (const text of [`${before}${TOKEN}`, encodeURIComponent(`${before}${TOKEN}`)])
        expect(tokenInFragment(text)).toBe(TOKEN);
  });

  it('[TOKEN-05] has it also in a version to come: that one is told why it is not taken', () => {
    const token = `cashuC${'a'.repeat(40)}`;
    expect(tokenInFragment(`cashu:${token}`)).toBe(token);
    // what only looks like one hides none
    const wallet = 'cashuWallet/receive/your-token-here';
    expect(tokenInFragment(`${wallet}#${TOKEN}`)).toBe(TOKEN);
    expect(tokenInFragment(`${token} ${TOKEN}`)).toBe(TOKEN);
  });

  it('is none without one', () => {
    for (const text of ['', 'relays', 'cashuA', '%', 'cashuC', `cashu${'a'.repeat(40)}`])
      expect(tokenInFragment(text)).toBeUndefined();
  });
});
