import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptMutes, mutesKept } from '#domain/social/mute-rules.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createMuted } from '#store/social/muted.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const [ANNA, BERT, CARLA] = [hex(0xa), hex(0xb), hex(0xc)];
const TAGS = [
  ['p', BERT, 'wss://relay.example'],
  ['word', 'Spoiler', 'more'],
  ['t', 'Owls'],
  ['e', hex(5), 'wss://relay.example'],
  ['client', 'Another app'],
];

const setUp = (storage = fakeStorage()) => {
  const account = createAccountStore({ local: fakeStorage(), session: fakeStorage(), window: new EventTarget() });
  const logIn = (pubkey: string) => account.set({ pubkey, method: 'nsec', persisted: false });
  logIn(ANNA);
  return { account, logIn, muted: createMuted({ storage, account }) };
};

const spoiler = fakeEvent({ id: hex(1), pubkey: CARLA, content: 'A spoiler' });

describe('what is muted, as this browser last knew it', () => {
  it('[PUB-15] is people at once, and words, hashtags and threads before the first notes', async () => {
    const storage = fakeStorage();
    setUp(storage).muted.set(ANNA, new Set(), keptMutes(TAGS));
    const { muted } = setUp(storage);
    expect([...muted.get()]).toEqual([BERT]);
    await muted.ready;
    const hides = (fields: Partial<typeof spoiler>) => muted.get().hides?.({ ...spoiler, ...fields });
    expect([hides({}), hides({ content: '', tags: [['t', 'owls']] }), hides({ id: hex(5), content: '' })]).toEqual([
      true,
      true,
      true,
    ]);
    expect(hides({ content: 'Nothing of it' })).toBe(false);
  });

  it('holds back whatever may be muted as long as the code is not there, and lets the rest through', async () => {
    const storage = fakeStorage();
    setUp(storage).muted.set(ANNA, new Set(), keptMutes([...TAGS, ['word', 'Bad  news']]));
    const { muted } = setUp(storage);
    const hides = (fields: Partial<typeof spoiler>) => muted.get().hides?.({ ...spoiler, ...fields });
    const held = [
      hides({}),
      hides({ content: 'SPOILERS' }),
      hides({ content: 'bad\nnews' }),
      hides({ content: '', tags: [['t', 'owls']] }),
      hides({ content: '', tags: [['e', hex(5)]] }),
      hides({ id: hex(5), content: '' }),
      hides({ content: 'Nothing of it' }),
    ];
    expect(held).toEqual([true, true, true, true, true, true, false]);
    await muted.ready;
    expect([hides({}), hides({ content: 'SPOILERS' })]).toEqual([true, false]);
  });

  it('is people alone of a text that nobody can read', () => {
    const { muted } = setUp(fakeStorage({ [`nostrMuted_${ANNA}`]: `${BERT}\n{not json` }));
    expect([[...muted.get()], muted.get().hides?.(spoiler)]).toEqual([[BERT], false]);
  });

  it('needs no code, and no wait, where people alone are muted', () => {
    const storage = fakeStorage();
    setUp(storage).muted.set(ANNA, new Set(), keptMutes([['p', BERT]]));
    expect(storage.getItem(`nostrMuted_${ANNA}`)).toBe(BERT);
    const { muted } = setUp(storage);
    expect([muted.ready, [...muted.get()]]).toEqual([undefined, [BERT]]);
  });

  it('gives way to what is known by then', async () => {
    const storage = fakeStorage();
    setUp(storage).muted.set(ANNA, new Set(), keptMutes(TAGS));
    const { muted } = setUp(storage);
    muted.set(ANNA, new Set([CARLA]), keptMutes([['p', CARLA]]));
    await muted.ready;
    expect([[...muted.get()], muted.get().hides]).toEqual([[CARLA], undefined]);
  });

  it('is that of the account somebody changes to', async () => {
    const storage = fakeStorage();
    setUp(storage).muted.set(BERT, new Set(), keptMutes(TAGS));
    const { muted, logIn } = setUp(storage);
    expect(muted.ready).toBeUndefined();
    logIn(BERT);
    expect(muted.get().hides?.(spoiler)).toBe(true);
  });

  it('is nothing where the browser blocks storage', () => {
    const { muted } = setUp(blockedStorage());
    muted.set(ANNA, new Set([BERT]), BERT);
    expect([...muted.get()]).toEqual([BERT]);
    expect([...setUp(blockedStorage()).muted.get()]).toEqual([]);
  });

  it('keeps of the tags what mutes, and takes any nonsense for nothing', () => {
    expect(keptMutes(TAGS).split('\n')).toEqual([
      BERT,
      JSON.stringify([
        ['word', 'Spoiler'],
        ['t', 'Owls'],
        ['e', hex(5)],
      ]),
    ]);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((text) => `\n${text}`),
        ),
        (text) => {
          for (const person of mutesKept(text)) expect(person).toMatch(/^[0-9a-f]{64}$/);
        },
      ),
    );
  });
});
