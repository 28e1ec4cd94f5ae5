import type { modesTexts } from '#ui/texts/modes.ts';
import type { Words } from '#ui/texts/say.ts';

export const modes: Words<typeof modesTexts> = {
  pictureOf: (place, name) => `Bild ${place} einer Notiz von ${name}`,
  show: 'Bild zeigen',
  problems: {
    refused: (host) => `${host} lässt andere Seiten seine Bilder nicht lesen.`,
    missing: (host) => `${host} hat dieses Bild nicht geschickt.`,
    'too large': () => 'Dieses Bild ist zu groß zum Zeichnen.',
    kind: () => 'Bilder dieser Art lassen sich nicht zeichnen.',
    slow: () => 'Dieses Bild brauchte zu lange.',
    broken: () => 'Dieses Bild konnte nicht gezeichnet werden.',
  },
};
