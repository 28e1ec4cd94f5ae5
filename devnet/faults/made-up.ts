import { textFrame } from './frames.ts';

const HUGE_BYTES = 600_000;

/** What stands in the content of every made-up event, so that a page can be searched for it. */
export const MADE_UP = 'Made up by nobody';

const hex = (number: number, length: number): string => number.toString(16).padStart(length, '0');

/** An EVENT message that looks right in all but its signature. */
export const madeUpEvent = (subscription: string, number: number): string =>
  JSON.stringify([
    'EVENT',
    subscription,
    {
      id: `f100d${hex(number, 59)}`,
      pubkey: hex((number % 500) + 1, 64),
      created_at: Math.floor(Date.now() / 1_000),
      kind: 1,
      tags: [],
      content: `${MADE_UP}, number ${number}. ${'Moss and copper. '.repeat(8)}`,
      sig: hex(number, 128),
    },
  ]);

/** Messages that are no JSON, no protocol or for nobody, and one that is too long, for a subscription. */
export const garbageFrames = (subscription: string): Buffer[] =>
  [
    '',
    'not json',
    '{"a":',
    '[]',
    'null',
    '["EVENT"]',
    '["EVENT",5,{}]',
    '["NOPE",[[[]]]]',
    JSON.stringify(['EVENT', subscription, { id: 1, kind: 'x', content: MADE_UP }]),
    JSON.stringify(['EVENT', `${subscription}-other`, { id: 'ab', tags: {} }]),
    JSON.stringify(['EOSE', `${subscription}-other`]),
    '["CLOSED","never-asked","error: nobody asked"]',
    JSON.stringify(['EVENT', subscription, { content: 'x'.repeat(HUGE_BYTES) }]),
  ].map(textFrame);
