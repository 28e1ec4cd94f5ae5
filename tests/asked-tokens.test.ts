import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOKENS_ASKED_ALONE_MOST, TOKENS_ASKED_ALONE_MS } from '#domain/ecash/ecash-limits.ts';
import type { TokenStand } from '#ports/ecash.ts';
import { askedTokens } from '#ui/token/asked-tokens.ts';

const stand: TokenStand = { mint: 'https://mint.example', state: 'unspent', y: '02', isOwn: false };
const ANNA = 'aa'.repeat(32);
const asks = () => ({ askToken: vi.fn<(text: string) => Promise<TokenStand>>(async () => stand) });

describe('what mints are asked of tokens in notes', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it('is asked once by itself, and again whenever somebody wishes it', async () => {
    const ecash = asks();
    askedTokens.ask(ecash, 'once', ANNA, true);
    expect(askedTokens.get('once', ANNA)).toEqual({ type: 'asking' });
    askedTokens.ask(ecash, 'once', ANNA, false);
    await vi.advanceTimersByTimeAsync(0);
    expect(askedTokens.get('once', ANNA)).toEqual({ type: 'told', stand, at: Date.now() });
    askedTokens.ask(ecash, 'once', ANNA, true);
    expect(ecash.askToken).toHaveBeenCalledTimes(1);
    askedTokens.ask(ecash, 'once', ANNA, false);
    expect(ecash.askToken).toHaveBeenCalledTimes(2);
  });

  it('is asked by itself so often in a minute at most, however many notes come by', async () => {
    await vi.advanceTimersByTimeAsync(2 * TOKENS_ASKED_ALONE_MS);
    const ecash = asks();
    for (let at = 0; at < 300; at += 1) askedTokens.ask(ecash, `many ${at}`, ANNA, true);
    expect(ecash.askToken).toHaveBeenCalledTimes(TOKENS_ASKED_ALONE_MOST);
    askedTokens.ask(ecash, 'many 299', ANNA, false);
    expect(ecash.askToken).toHaveBeenCalledTimes(TOKENS_ASKED_ALONE_MOST + 1);
    await vi.advanceTimersByTimeAsync(TOKENS_ASKED_ALONE_MS);
    askedTokens.ask(ecash, 'many 298', ANNA, true);
    expect(ecash.askToken).toHaveBeenCalledTimes(TOKENS_ASKED_ALONE_MOST + 2);
  });

  it('tells each account what was told to it: who made a token is of the one that did', async () => {
    const made = { askToken: async () => ({ ...stand, isOwn: true }) };
    askedTokens.ask(made, 'made', ANNA, false);
    await vi.advanceTimersByTimeAsync(0);
    expect(askedTokens.get('made', ANNA)).toMatchObject({ stand: { isOwn: true } });
    for (const other of ['bb'.repeat(32), undefined]) expect(askedTokens.get('made', other)).toBeUndefined();
  });

  it('says so when a mint does not answer, and forgets the oldest of many', async () => {
    const ecash = { askToken: () => Promise.reject(new Error('silent')) };
    askedTokens.ask(ecash, 'silent', ANNA, false);
    await vi.advanceTimersByTimeAsync(0);
    expect(askedTokens.get('silent', ANNA)).toEqual({ type: 'silent' });
    for (let at = 0; at < 600; at += 1) askedTokens.ask(ecash, `old ${at}`, ANNA, false);
    expect(askedTokens.get('silent', ANNA)).toBeUndefined();
    expect(askedTokens.get('old 599', ANNA)).toBeDefined();
  });
});
