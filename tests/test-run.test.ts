import { describe, expect, it } from 'vitest';
import { failed } from '../scripts/failed.mjs';
import { shardOf } from '../scripts/shard.mjs';
import { slowest } from '../scripts/slowest.mjs';

describe('npm test', () => {
  it('names the slowest tests of both kinds, with all tries of one', () => {
    const unit = {
      testResults: [
        {
          name: '/home/x/tests/domain/a.test.ts',
          assertionResults: [
            { fullName: 'a quick one', duration: 3 },
            { fullName: 'a slow one', duration: 2_500 },
            { fullName: 'one that was passed over' },
          ],
        },
      ],
    };
    const spec = (title: string, ...durations: number[]) => ({
      file: 'b.spec.ts',
      title,
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    });
    const browser = {
      suites: [{ specs: [spec('plain', 2_000)], suites: [{ specs: [spec('tried twice', 2_000, 1_000)] }] }],
    };
    expect(slowest({ unit, browser }, 3)).toEqual([
      '   3.0 s  b.spec.ts › tried twice',
      '   2.5 s  domain/a.test.ts › a slow one',
      '   2.0 s  b.spec.ts › plain',
    ]);
    expect(slowest({})).toEqual([]);
  });

  it('names what failed in both kinds, and what could not be read at all', () => {
    const unit = {
      testResults: [
        {
          name: '/home/x/tests/domain/a.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'a good one', status: 'passed' },
            {
              fullName: 'a bad one',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected\u001b[39m 1\nto be 2\nat x'],
            },
          ],
        },
        { name: '/home/x/tests/domain/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    const spec = (ok: boolean, ...messages: readonly (string | undefined)[]) => ({
      ok,
      file: 'c.spec.ts',
      title: 'a journey',
      tests: [{ results: messages.map((message) => (message === undefined ? {} : { error: { message } })) }],
    });
    const browser = {
      suites: [{ specs: [spec(true, 'only once')], suites: [{ specs: [spec(false, 'first', 'last')] }] }],
    };
    expect(failed({ unit, browser }, 2)).toEqual([
      'domain/a.test.ts › a bad one\n    expected 1\n    to be 2',
      'domain/b.test.ts\n    no such module',
      'c.spec.ts › a journey\n    last',
    ]);
    expect(failed({})).toEqual([]);
  });

  it('takes the part that is asked for, and nothing that is none', () => {
    expect(shardOf([])).toEqual({ index: 1, of: 1 });
    expect(shardOf(['--shard=2/3'])).toEqual({ index: 2, of: 3 });
    for (const args of [['--shard=3/2'], ['--shard=0/2'], ['--shard'], ['--fast'], ['--shard=1/2', 'x']])
      expect(() => shardOf(args)).toThrow('There is --shard=1/2');
  });
});
