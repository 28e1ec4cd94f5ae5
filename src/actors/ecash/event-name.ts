/**
 * The name of what an event leads to, the same in any tab and on any device: with it a thing is written down once. `tries`: how often
 * it was tried before. It sorts by the time of the event, as all names do; `at` in seconds.
 */
export const nameOfEvent = ({ id, at }: { readonly id: string; readonly at: number }, tries = 0): string => {
  const time = Math.max(0, Math.floor(at * 1000))
    .toString(16)
    .padStart(12, '0')
    .slice(-12);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${id.slice(0, 3)}`,
    `8${id.slice(3, 6)}`,
    `${id.slice(6, 16)}${tries.toString(16).padStart(2, '0')}`,
  ].join('-');
};
