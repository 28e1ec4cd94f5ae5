import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';

/** Reads until two readings a quarter of a second apart are the same, and gives that one: nothing is on its way any more. */
export const atRest = async <Value>(read: () => Promise<Value> | Value): Promise<Value> => {
  let last = await read();
  const isSame = async () => {
    const before = last;
    last = await read();
    return isDeepStrictEqual(before, last);
  };
  await expect.poll(isSame, { intervals: [250] }).toBe(true);
  return last;
};
