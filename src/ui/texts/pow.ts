import { bitsOf } from './bits.ts';
import { POW_DEFAULT_BITS, POW_MAX_BITS } from '#domain/pow/pow-limits.ts';

/** The words about proof of work. */
export const powTexts = {
  title: 'Proof of Work',
  mine: 'Mine my notes',
  mineWhy: 'Some relays only accept notes with proof of work',
  difficulty: 'Difficulty',
  bits: bitsOf,
  of: 'of 24 bits',
  least: '1, instant',
  most: '24',
  off: 'Turn it on to choose how much',
  byItself: `Until you choose, ${POW_DEFAULT_BITS} bits are mined, or as many as a relay asks for.`,
  reset: 'Let the app choose',
  required: (bits: number) => `A relay you write to asks for ${bitsOf(bits)}, so at least that many are mined.`,
  refused: (bits: number) =>
    `A relay you write to asks for ${bitsOf(bits)}. At most ${POW_MAX_BITS} are mined here, so it will refuse your posts.`,
  written: (bits: number) =>
    bits === 0
      ? 'New notes begin without work, as you last chose while writing.'
      : `New notes begin with ${bitsOf(bits)}, as you last chose while writing.`,
  about: 'about',
  here: 'on this device',
  time: {
    none: 'a moment',
    seconds: (seconds: string) => `${seconds} s`,
    minutes: (minutes: string) => `${minutes} min`,
    hours: (hours: string) => `${hours} h`,
  },
  luck: 'Mining is luck: it can finish at once or take several times as long.',
} as const;
