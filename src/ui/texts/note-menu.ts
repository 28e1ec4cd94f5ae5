import { countedIn } from '#domain/text/numbers.ts';
import { bitsOf } from './bits.ts';

const counted = countedIn('en');

/** What the menu of a note says, and the sheet with its event. */
export const noteMenuTexts = {
  copyId: 'Copy note ID',
  copyText: 'Copy text',
  raw: 'Show raw event',
  about: (kind: number, bits: number | undefined, relays: number) =>
    [
      `Kind ${kind}`,
      ...(bits === undefined ? [] : [bitsOf(bits)]),
      ...(relays === 0 ? [] : [counted(relays, { one: 'relay', other: 'relays' })]),
    ].join(', '),
  eventOf: (name: string) => `Event of ${name}`,
  copyEvent: 'Copy event',
  json: 'Event as JSON',
} as const;
