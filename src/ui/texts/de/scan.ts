import type { scanTexts } from '#ui/texts/scan.ts';
import type { Words } from '#ui/texts/say.ts';

export const scan: Words<typeof scanTexts> = {
  problems: {
    'camera-refused': 'Diese Seite darf die Kamera nicht benutzen. Erlaube es im Browser und versuch es noch einmal.',
    'no-camera': 'An diesem Gerät wurde keine Kamera gefunden.',
    'camera-busy': 'Die Kamera liefert kein Bild. Vielleicht benutzt sie ein anderes Programm.',
    'camera-failed': 'Die Kamera lässt sich hier nicht benutzen.',
  },
  open: 'Code scannen',
  close: 'Kamera ausschalten',
  picture: 'Bild der Kamera',
  starting: 'Kamera startet …',
  looking: 'Halt den Code vor die Kamera.',
  parts: (known, count) => `${known} von ${count} Teilen gelesen. Halt still.`,
  other: 'Das ist ein anderer Code.',
  found: 'Der Code wurde gelesen.',
  again: 'Noch einmal',
};
