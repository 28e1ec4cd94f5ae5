import { toSeconds } from '#domain/units.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** '56:28.104': minutes, seconds and milliseconds of a moment; with the hour '11:56:28.104'. */
export const clockTime = (ms: number, withHour = false): string => {
  const date = new Date(ms);
  const rest = `${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
  return withHour ? `${two(date.getHours())}:${rest}` : rest;
};

/** '1:24': how long something took. */
export const spanTime = (ms: number): string => `${Math.floor(ms / 60_000)}:${two(toSeconds(ms) % 60)}`;
