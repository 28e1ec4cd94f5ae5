import type { imageViewerTexts } from '#ui/texts/image-viewer.ts';
import type { Words } from '#ui/texts/say.ts';

export const imageViewer: Words<typeof imageViewerTexts> = {
  title: 'Bilder einer Notiz',
  next: 'Nächstes Bild',
  previous: 'Voriges Bild',
  at: (at, all) => `${at} von ${all}`,
  missing: 'Dieses Bild ist nicht verfügbar.',
  note: 'Notiz öffnen',
};
