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
  time: {
    none: 'no time',
    seconds: (seconds: string) => `${seconds} s`,
    minutes: (minutes: string) => `${minutes} min`,
    hours: (hours: string) => `${hours} h`,
  },
  luck: 'Mining is luck: it can be over at once or take some times as long.',
} as const;
