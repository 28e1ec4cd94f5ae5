import { POW_DEFAULT_BITS } from '#domain/limits.ts';

/** The words about proof of work. */
export const powTexts = {
  title: 'Proof of Work',
  mine: 'Mine my notes',
  mineWhy: 'Some relays only take notes with work in them',
  difficulty: 'Difficulty',
  bits: (bits: number) => `${bits} bits`,
  of: 'of 24 bits',
  least: '1, instant',
  most: '24',
  off: 'Switch it on to choose how much',
  byItself: `As long as you do not choose, ${POW_DEFAULT_BITS} bits are mined, or what a relay asks for.`,
  reset: 'Let the app choose',
  required: (bits: number) => `A relay you write to asks for ${bits} bits: at least that much is mined.`,
  about: 'about',
  here: 'on this device',
  luck: 'Mining is luck: it can be over at once or take some times as long.',
} as const;

const SECOND_STEPS: readonly (readonly [below: number, say: (seconds: number) => string])[] = [
  [0.1, () => 'no time'],
  [10, (seconds) => `${seconds.toFixed(1)} s`],
  [90, (seconds) => `${Math.round(seconds)} s`],
  [5_400, (seconds) => `${Math.round(seconds / 60)} min`],
];

/** Seconds in words, as exact as luck lets them be. */
export const aboutSeconds = (seconds: number): string =>
  SECOND_STEPS.find(([below]) => seconds < below)?.[1](seconds) ?? `${Math.round(seconds / 3600)} h`;
