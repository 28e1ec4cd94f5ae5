import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logDone, logFailure } from '#actors/shell/log.ts';

const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';

describe('log of the app', () => {
  const said = () => [...info.mock.calls, ...error.mock.calls].flat();
  let info: ReturnType<typeof vi.spyOn>;
  let error: ReturnType<typeof vi.spyOn>;

  beforeEach(() => {
    info = vi.spyOn(console, 'info').mockImplementation(() => {});
    error = vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => void vi.restoreAllMocks());

  it('[ERR-03] says what failed, with the name of the error', () => {
    logFailure('Not loaded: code', new TypeError('Failed to fetch https://a.example/?q=1'));
    expect(error.mock.calls).toEqual([['Not loaded: code (TypeError)']]);
    expect(info.mock.calls).toEqual([]);
  });

  it('[CACHE-18] says what was done', () => {
    logDone('Cleared: zap-totals');
    logDone('Cleared: profile/notes');
    expect(info.mock.calls).toEqual([['Cleared: zap-totals'], ['Cleared: profile/notes']]);
  });

  it.each([
    NSEC,
    NSEC.toUpperCase(),
    'a'.repeat(64),
    `Not cleared: ${NSEC}`,
    'https://a.example/?q=secret',
    'wss://relay/secret',
    'Not loaded: /search?q=secret',
    'What somebody wrote: in a note, with words that are long and many and of all kinds',
  ])('[ERR-03] [CACHE-18] never prints %s', (text) => {
    logDone(text);
    logFailure(text, new Error(text));
    logFailure('Not kept: post', Object.assign(new Error(text), { name: text }));
    logFailure('Not kept: post', { name: text, message: text });
    logFailure('Not kept: post', text);
    expect(said()).toEqual([
      'Done',
      'Something failed (Error)',
      ...Array.from({ length: 3 }, () => 'Not kept: post (Error)'),
    ]);
  });
});
