import { expect, it } from 'vitest';
import { onChanged } from '#actors/shell/on-changed.ts';
import { createListeners } from '#domain/listeners.ts';

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** What is read as the test says; `tell` is the change of it. */
const place = (...answers: (() => Promise<string | undefined>)[]) => {
  const { tell, subscribe } = createListeners();
  const told: (readonly [string, string | undefined])[] = [];
  const end = onChanged<string>({
    watch: (look) => [subscribe(look)],
    read: () => answers.shift()!(),
    tell: (now, before) => told.push([now, before]),
    mark: (value) => value.toLowerCase(),
  });
  return { tell, told, answers, end };
};

const says = (value: string | undefined) => () => Promise.resolve(value);

it('tells what is read first, and then what says something else', async () => {
  const { tell, told, answers } = place(says('one'));
  await settle();
  for (const answer of [says('ONE'), says(undefined), () => Promise.reject(new Error('broken')), says('two')]) {
    answers.push(answer);
    tell();
    await settle();
  }
  expect(told).toEqual([
    ['one', undefined],
    ['two', 'one'],
  ]);
});

it('reads once more after what is being read, and tells the older answer never last', async () => {
  const first = Promise.withResolvers<string>();
  const { tell, told, answers } = place(() => first.promise, says('new'));
  tell();
  tell();
  await settle();
  expect([told, answers.length]).toEqual([[], 1]);
  first.resolve('old');
  await settle();
  expect(told.map(([now]) => now)).toEqual(['old', 'new']);
});

it('tells and reads nothing once it has ended', async () => {
  const first = Promise.withResolvers<string>();
  const { tell, told, end } = place(() => first.promise);
  end();
  first.resolve('late');
  tell();
  await settle();
  expect(told).toEqual([]);
});
