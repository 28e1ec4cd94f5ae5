import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RELAY_WORDS_MAX } from '#domain/protocol/protocol-limits.ts';
import { peekEvent, readControl } from '#domain/protocol/relay-frame.ts';

const ID = 'a1'.repeat(32);
const hexId = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const subId = fc.string({ unit: fc.constantFrom(...'abcXYZ012:-_/'), minLength: 1, maxLength: 64 });

describe('a glance at an EVENT frame', () => {
  it('finds subscription and id wherever they stand and whatever the note says', () => {
    const claims = fc.constantFrom('', `"id":"${ID}"`, `{"id":"${ID}"}`, '"id"', '\\"id":"');
    fc.assert(
      fc.property(hexId, subId, claims, fc.string(), fc.boolean(), fc.nat(2), (id, sub, claim, text, last, space) => {
        const rest = { content: claim + text, tags: [['id', ID], [claim]] };
        const event = last ? { ...rest, id } : { id, ...rest };
        expect(peekEvent(JSON.stringify(['EVENT', sub, event], null, space))).toEqual({ subId: sub, id });
      }),
    );
  });

  it('gives no id when none is written', () => {
    expect(peekEvent('["EVENT","feed",{"id":"short"}]')).toEqual({ subId: 'feed', id: undefined });
    expect(peekEvent('["EVENT","feed",{}]')).toEqual({ subId: 'feed', id: undefined });
  });

  it.each(['', '[]', '["EOSE","feed"]', '["EVENT"]', '["EVENT","feed"]', '["EVENT",1,{}]', '["EVENT","feed","{"]'])(
    'sees no event in %s',
    (frame) => expect(peekEvent(frame)).toBeUndefined(),
  );
});

describe('what a relay says to people', () => {
  it.each([
    ['NOTICE', ['NOTICE', `bad\u202e ${'x'.repeat(9_000)}\n\n\n`]],
    ['CLOSED', ['CLOSED', 'sub', `bad\u202e ${'x'.repeat(9_000)}`]],
    ['OK', ['OK', 'id', false, `bad\u202e ${'x'.repeat(9_000)}`]],
  ])('is one short line: %s', (_verb, frame) => {
    const said = Object.values(readControl(JSON.stringify(frame)) ?? {}).at(-1);
    expect(said).toBe(`bad ${'x'.repeat(RELAY_WORDS_MAX - 4)}…`);
  });
});

describe('a control message', () => {
  it.each([
    ['["EOSE","feed"]', { verb: 'EOSE', subId: 'feed' }],
    ['["CLOSED","feed","error: gone"]', { verb: 'CLOSED', subId: 'feed', reason: 'error: gone' }],
    ['["CLOSED","feed"]', { verb: 'CLOSED', subId: 'feed', reason: '' }],
    ['["NOTICE","hello"]', { verb: 'NOTICE', text: 'hello' }],
    ['["OK","abc",true,""]', { verb: 'OK', id: 'abc', accepted: true, message: '' }],
    ['["OK","abc",false]', { verb: 'OK', id: 'abc', accepted: false, message: '' }],
    [' [ "AUTH" , "challenge" , 5 ] ', { verb: 'AUTH', challenge: 'challenge' }],
  ])('is read from %s', (frame, message) => expect(readControl(frame)).toEqual(message));

  it('is never anything else', () => {
    const verbs = ['EOSE', 'CLOSED', 'NOTICE', 'OK', 'AUTH'];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(fc.jsonValue()).map((list) => JSON.stringify(list)),
        ),
        (text) => {
          const message = readControl(text);
          expect(message === undefined || verbs.includes(message.verb)).toBe(true);
        },
      ),
    );
  });
});
