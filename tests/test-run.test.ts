import { describe, expect, it } from 'vitest';
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

  it('takes the part that is asked for, and nothing that is none', () => {
    expect(shardOf([])).toEqual({ index: 1, of: 1 });
    expect(shardOf(['--shard=2/3'])).toEqual({ index: 2, of: 3 });
    for (const args of [['--shard=3/2'], ['--shard=0/2'], ['--shard'], ['--fast'], ['--shard=1/2', 'x']])
      expect(() => shardOf(args)).toThrow('There is --shard=1/2');
  });
});
