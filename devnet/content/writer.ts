import type { Topic } from './people.ts';
import type { Chance } from './random.ts';
import { NOTES, REPLIES } from './sentences.ts';
import { WORDS } from './words.ts';

const OPENERS = [
  '',
  '',
  '',
  '',
  '',
  '',
  'Good morning. ',
  'Small joy: ',
  'Update: ',
  'Okay. ',
  'Listen: ',
  'Anyway: ',
  'Field report. ',
  'Late thought: ',
];
const CLOSERS = [
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  ' 🌿',
  ' ☕',
  ' 🙂',
  ' That is all.',
  ' Carry on.',
  ' More soon.',
  ' Ask me anything.',
  ' 🐦',
  '\n\nHow is your {day}?',
  '\n\nPass it on.',
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Fills the slots; a slot with a capital letter gives a capital letter. */
function fill(text: string, chance: Chance): string {
  const taken = new Set<string>();
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const words = (WORDS[slot.toLowerCase()] ?? [slot]).filter((word) => !taken.has(word));
    const word = chance.pick(words);
    taken.add(word);
    return slot === slot.toLowerCase() ? word : capital(word);
  });
  return filled.replaceAll(
    /(^|[.!?] )(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/** Writes texts that do not repeat as long as new combinations can be found. */
export function createWriter(chance: Chance) {
  const used = new Set<string>();
  const fresh = (make: () => string): string => {
    let text = make();
    for (let tries = 0; used.has(text) && tries < 12; tries += 1) text = make();
    used.add(text);
    return text;
  };
  return {
    note: (topic: Topic): string =>
      fresh(() => {
        const [first = '', other = ''] = chance.sample(NOTES[topic], 2);
        const second = chance.happens(0.18) ? ` ${fill(other, chance)}` : '';
        return chance.pick(OPENERS) + fill(first, chance) + second + fill(chance.pick(CLOSERS), chance);
      }),
    reply: (): string =>
      fresh(() => fill(chance.pick(REPLIES), chance) + chance.pick(['', '', '', ' 😄', ' 🙌', ' 🌱'])),
    comment: (): string => fill(chance.pick(REPLIES), chance),
  };
}

export type Writer = ReturnType<typeof createWriter>;
