import { expect, it } from 'vitest';
import { runInterop } from '#tests/contract/run.ts';

it('says which servers were tried with how many cases, and cannot pass by trying none', async () => {
  const lines: string[] = [];
  expect(await runInterop(['embedded relay'], (line) => lines.push(line))).toBe(true);
  expect(lines.join('\n')).toMatch(/embedded relay +ok +(\d) of \1 cases/);
  expect(lines.at(-1)).toMatch(/^\n[1-9] cases run on 1 servers and programs: 0 failed. 0 skipped.$/);
  expect(await runInterop(['no such server'], () => {})).toBe(false);
});
