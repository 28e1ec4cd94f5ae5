import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedMembers } from '#domain/text/json-members.ts';

describe('the members of a JSON object', () => {
  it.each([
    ['{}', { a: 'x' }, '{"a":"x"}'],
    ['{ }', { a: undefined }, '{}'],
    ['{"a":"old","b":1}', { a: 'new' }, '{"a":"new","b":1}'],
    ['{"b":1}', { a: 'new' }, '{"b":1,"a":"new"}'],
    ['{"a":"x","b":1,"c":2}', { b: undefined }, '{"a":"x","c":2}'],
    ['{"a":1,"a":2}', { a: 'x' }, '{"a":"x","a":"x"}'],
    [
      ' {\n "n" : 12345678901234567890 ,\t"e":1e400, "a":""}\n',
      { a: 'x' },
      '{"n" : 12345678901234567890,"e":1e400,"a":"x"}',
    ],
    [
      String.raw`{"\u00e9":"\u00e9\"},{","2":0,"1":0}`,
      { x: 'y' },
      String.raw`{"\u00e9":"\u00e9\"},{","2":0,"1":0,"x":"y"}`,
    ],
    [
      '{"__proto__":{"a":[1,{"b":"]}"}]},"a":null}',
      { a: '"' },
      String.raw`{"__proto__":{"a":[1,{"b":"]}"}]},"a":"\""}`,
    ],
    [String.raw`{"\u0061":1}`, { a: 'x' }, '{"a":"x"}'],
    ['{"__proto__":1}', { constructor: undefined }, '{"__proto__":1}'],
  ])('%s with %j', (text, changes, expected) => {
    expect(editedMembers(text, changes as Record<string, string | undefined>)).toBe(expected);
  });

  it('changes what it is to change and nothing else, in any object', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    const spaces = fc.constantFrom(undefined, 1, '\t');
    const changes = fc.dictionary(fc.string(), fc.option(fc.string(), { nil: undefined }));
    fc.assert(
      fc.property(object, spaces, changes, (before, space, wanted) => {
        const after = JSON.parse(editedMembers(JSON.stringify(before, null, space), wanted)) as Record<string, unknown>;
        const expected = new Map(Object.entries(JSON.parse(JSON.stringify(before)) as Record<string, unknown>));
        for (const [key, value] of Object.entries(wanted)) {
          if (value === undefined) expected.delete(key);
          else expected.set(key, value);
        }
        expect(new Map(Object.entries(after))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
