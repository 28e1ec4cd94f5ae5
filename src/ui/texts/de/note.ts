import { countedIn } from '#domain/text/numbers.ts';
import type { noteTexts } from '#ui/texts/note.ts';
import type { Words } from '#ui/texts/say.ts';

const counted = countedIn('de');

export const note: Words<typeof noteTexts> = {
  pictures: (count) => counted(count, { one: 'Bild', other: 'Bilder' }),
  openVideo: (alt) => (alt === '' ? 'Video öffnen' : `Video öffnen: ${alt}`),
  playVideo: (alt) => (alt === '' ? 'Video abspielen' : `Video abspielen: ${alt}`),
  notAvailable: (what) => `${what} nicht verfügbar`,
  noText: 'Ohne Text',
  quote: 'Zitiert eine andere Notiz',
  quoteMissing: 'Die zitierte Notiz wurde nicht gefunden.',
  quoteMuted: 'Die zitierte Notiz ist von jemandem, den du stummgeschaltet hast.',
  quoteHidden: 'Die zitierte Notiz ist durch deine Stummliste ausgeblendet.',
  warning: 'Inhaltswarnung',
  sensitive: 'Heikler Inhalt',
  warningOf: (reason) => `Inhaltswarnung: ${reason}`,
  picturesHidden: (count) =>
    count === 0 ? '' : ` ${counted(count, { one: 'Bild ist', other: 'Bilder sind' })} verdeckt.`,
  show: 'Zeigen',
  nsfw: 'Vom NSFW-Filter ausgeblendet',
  nsfwTag: (tag) => `Von der Autorin oder dem Autor mit ${tag} gekennzeichnet. Dieser Filter ist immer an.`,
  nsfwWords: 'Ihre Worte legen es nahe. Dieser Filter ist immer an.',
};
