import { expose, proxy, wrap, type Remote } from 'comlink';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOnly } from '#workers/calls-only.ts';

const secret = 'the secret';
const api = { answer: (text: string) => Promise.resolve(`${text}!`), hidden: { value: secret } };

type Message = {
  readonly id: string;
  readonly type: string;
  readonly path: readonly string[];
  readonly [rest: string]: unknown;
};

let channel: MessageChannel;
let remote: Remote<typeof api>;
let answers: unknown[];

/** Sends a message as a caller may forge it; undefined when nothing comes back before the answer to a true call. */
const answerTo = async (message: Omit<Message, 'id'>): Promise<unknown> => {
  channel.port1.postMessage({ id: 'forged', ...message });
  await remote.answer('x');
  return answers.find((answer) => (answer as Message).id === 'forged');
};

beforeEach(() => {
  channel = new MessageChannel();
  answers = [];
  expose(api, callsOnly(channel.port2, api));
  channel.port2.start();
  channel.port1.addEventListener('message', ({ data }) => answers.push(data));
  remote = wrap<typeof api>(channel.port1);
});
afterEach(() => channel.port1.close());

describe('calls only', () => {
  it('[LOGIN-28] lets calls of own functions with data through', async () => {
    expect(await remote.answer('hello')).toBe('hello!');
    expect(await remote.answer('again')).toBe('again!');
  });

  it('[LOGIN-28] lets nothing be read, written, constructed, passed in or opened anew', async () => {
    const raw = (value: unknown) => ({ type: 'RAW', value });
    const forged: readonly Omit<Message, 'id'>[] = [
      { type: 'GET', path: ['hidden', 'value'] },
      { type: 'GET', path: [] },
      { type: 'SET', path: ['answer'], value: raw(5) },
      { type: 'SET', path: ['__proto__', 'taken'], value: raw(true) },
      { type: 'APPLY', path: [], argumentList: [] },
      { type: 'APPLY', path: ['toString'], argumentList: [] },
      { type: 'APPLY', path: ['constructor'], argumentList: [] },
      { type: 'APPLY', path: ['answer', 'constructor'], argumentList: [raw('return 5')] },
      { type: 'APPLY', path: ['answer', 'call'], argumentList: [raw(5)] },
      { type: 'APPLY', path: ['answer'] },
      { type: 'APPLY', path: ['answer'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] },
      { type: 'CONSTRUCT', path: ['constructor'], argumentList: [] },
      { type: 'ENDPOINT', path: [] },
      { type: 'RELEASE', path: [] },
    ];
    for (const message of forged) expect([message, await answerTo(message)]).toEqual([message, undefined]);
    for (const nothing of [null, 5, 'text']) channel.port1.postMessage(nothing);
    void remote.answer(proxy(() => 'function') as unknown as string);
    expect(await remote.answer('still there')).toBe('still there!');
    expect('taken' in {}).toBe(false);
  });
});
