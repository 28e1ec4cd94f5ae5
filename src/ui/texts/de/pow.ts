import { POW_DEFAULT_BITS, POW_MAX_BITS } from '#domain/pow/pow-limits.ts';
import type { powTexts } from '#ui/texts/pow.ts';
import type { Words } from '#ui/texts/say.ts';

export const pow: Words<typeof powTexts> = {
  title: 'Arbeitsnachweis',
  mine: 'Für meine Notizen rechnen',
  mineWhy: 'Manche Relays nehmen nur Notizen mit Arbeitsnachweis an',
  difficulty: 'Schwierigkeit',
  bits: (bits) => `${bits} Bit`,
  of: 'von 24 Bit',
  least: '1, sofort',
  most: '24',
  off: 'Schalte es ein, um die Menge zu wählen',
  byItself: `Solange du nichts wählst, werden ${POW_DEFAULT_BITS} Bit gerechnet, oder so viele, wie ein Relay verlangt.`,
  reset: 'Die App wählen lassen',
  required: (bits) =>
    `Ein Relay, auf das du schreibst, verlangt ${bits} Bit, darum werden mindestens so viele gerechnet.`,
  refused: (bits) =>
    `Ein Relay, auf das du schreibst, verlangt ${bits} Bit. Hier werden höchstens ${POW_MAX_BITS} gerechnet, darum wird es deine Beiträge ablehnen.`,
  written: (bits) =>
    bits === 0
      ? 'Neue Notizen beginnen ohne Rechenarbeit, wie du es beim Schreiben zuletzt gewählt hast.'
      : `Neue Notizen beginnen mit ${bits} Bit, wie du es beim Schreiben zuletzt gewählt hast.`,
  about: 'etwa',
  here: 'auf diesem Gerät',
  time: {
    none: 'einen Moment',
    seconds: (seconds) => `${seconds} s`,
    minutes: (minutes) => `${minutes} min`,
    hours: (hours) => `${hours} h`,
  },
  luck: 'Hier zählt Glück: Es kann sofort fertig sein oder ein Mehrfaches dauern.',
};
