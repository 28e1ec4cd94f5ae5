import type { offlineTexts } from '#ui/texts/offline.ts';
import type { Words } from '#ui/texts/say.ts';

export const offline: Words<typeof offlineTexts> = {
  title: 'Hier sind keine Notizen gespeichert',
  why: 'Gespeicherte Notizen bleiben 24 Stunden. Neue kommen, sobald du wieder online bist. Schreiben kannst du trotzdem: Dein Beitrag wird gesendet, sobald du online bist.',
  write: 'Notiz schreiben',
};
