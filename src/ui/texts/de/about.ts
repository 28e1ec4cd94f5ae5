import type { aboutTexts } from '#ui/texts/about.ts';
import type { Words } from '#ui/texts/say.ts';

export const about: Words<typeof aboutTexts> = {
  title: 'Über Nuthatch',
  lead: 'Nuthatch ist der Kleiber: der Vogel, der kopfüber den Stamm hinabläuft. Diese App macht es mit deinem Feed genauso: geradeaus nach unten, ohne Umwege, und niemand steht dazwischen außer den Relays, die du wählst.',
  how: 'So funktioniert es',
  principles: {
    relay: {
      title: 'Nur Relays dazwischen',
      text: 'Notizen kommen direkt von den Relays, von denen du liest. Kein Server von uns sortiert oder behält sie.',
    },
    shield: {
      title: 'Jede Signatur wird geprüft',
      text: 'Eine Notiz, die nicht von der Person signiert ist, die sie nennt, wird nie gezeigt.',
    },
    save: {
      title: 'Auf diesem Gerät gespeichert',
      text: 'Was du geladen hast, öffnet sich beim nächsten Mal sofort, auch offline.',
    },
    eye: {
      title: 'Kein Konto nötig',
      text: 'Du liest als Gast: keine Anmeldung, keine Statistik, keine Werbung.',
    },
  },
  facts: 'Version und Lizenzen',
  version: 'Version',
  licence: 'Lizenz',
  licenceWhy: 'MIT: frei nutzen, ändern und weitergeben',
  parts: 'Lizenzen der eingebauten Software',
  partsWhy: 'Software anderer, die eingebaut ist. Öffnet sich in einem neuen Tab',
};
