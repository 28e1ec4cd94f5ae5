import { createHash } from 'node:crypto';
import { textFrame } from './frames.ts';

const HUGE_BYTES = 600_000;

/** What stands in the content of every made-up event, so that a page can be searched for it. */
export const MADE_UP = 'Made up by nobody';

/** x coordinates of points, so that a check of their signatures runs to its end */
const PUBKEYS = [
  '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  'c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
  'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
];

/** An EVENT message in which all is right, also the id, but not the signature. */
export function madeUpEvent(subscription: string, number: number): string {
  const pubkey = PUBKEYS[number % PUBKEYS.length]!;
  const created_at = Math.floor(Date.now() / 1_000);
  const content = `${MADE_UP}, number ${number}. ${'Moss and copper. '.repeat(8)}`;
  const body = JSON.stringify([0, pubkey, created_at, 1, [], content]);
  const id = createHash('sha256').update(body).digest('hex');
  const sig = number.toString(16).padStart(128, '0');
  return JSON.stringify(['EVENT', subscription, { id, pubkey, created_at, kind: 1, tags: [], content, sig }]);
}

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
