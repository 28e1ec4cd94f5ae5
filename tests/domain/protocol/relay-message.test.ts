import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relayVerdict, waitedFor } from '#domain/protocol/relay-message.ts';

describe('relayVerdict', () => {
  it.each([
    ['auth-required: members only', 'auth-required', 'members only', 'authenticate'],
    ['restricted: not for you', 'restricted', 'not for you', 'authenticate'],
    ['rate-limited: slow down', 'rate-limited', 'slow down', 'wait'],
    ['pow: difficulty 24 is needed', 'pow', 'difficulty 24 is needed', 'stop'],
    ['duplicate:', 'duplicate', '', 'none'],
    ['Blocked: you are banned', 'blocked', 'you are banned', 'stop'],
    ['invalid: bad event id', 'invalid', 'bad event id', 'stop'],
    ['mute: no one was listening', 'mute', 'no one was listening', 'stop'],
    ['error: could not connect to the database', 'error', 'could not connect to the database', 'retry'],
    ['ERROR: rate-limited: too many', 'rate-limited', 'too many', 'wait'],
    ['  shutting down ', undefined, 'shutting down', 'retry'],
    ['unheard-of: what', undefined, 'unheard-of: what', 'retry'],
    ['', undefined, '', 'retry'],
  ])('reads %j', (text, prefix, words, remedy) => {
    expect(relayVerdict(text)).toEqual({ prefix, words, remedy });
  });

  it('reads any text', () => {
    fc.assert(fc.property(fc.string(), (text) => relayVerdict(text).words.length <= text.length));
  });
});

it.each([
  ['auth-required: members only', 'authenticate'],
  ['restricted: not you', 'authenticate'],
  ['rate-limited: slow down', 'wait'],
  ['error: shutting down', 'retry'],
  ['', 'retry'],
])('says what was waited for after %j', (refusal, words) => {
  expect(waitedFor(refusal)).toBe(words);
});
