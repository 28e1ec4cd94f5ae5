import type { ownOfferTexts } from '#ui/texts/own-offer.ts';
import type { Words } from '#ui/texts/say.ts';
import { satsWritten } from './sats.ts';

export const ownOffer: Words<typeof ownOfferTexts> = {
  title: 'Dauerhaftes Angebot',
  titleOf: (sats) => `Angebot über ${satsWritten(sats)}`,
  lead: 'Wer es hat, kann dich über Lightning bezahlen, so oft er mag. Aus dem Gezahlten wird Ecash dieser Mint.',
  get: 'Stattdessen ein dauerhaftes Angebot',
  anyAmount: 'Leer lassen, wenn die anderen wählen sollen',
  memo: 'freiwillig, steht auf dem Angebot',
  make: 'Angebot erstellen',
  open: 'Angebote',
  qr: 'QR-Code des Angebots',
  copy: 'Angebot kopieren',
  share: 'Teilen',
  close: 'Schließen',
  stop: 'Nicht mehr nutzen',
  waiting: 'Warten auf Zahlungen',
  taking: 'Bezahlt. Dein Ecash wird ausgegeben',
  watched: 'Sie kommen von selbst an. Du kannst das schließen',
  got: (sats) => `${satsWritten(sats)} ${sats === '1' ? 'ist' : 'sind'} da`,
  now: 'Jetzt nachsehen',
  here: 'Es bleibt auf diesem Gerät. Die Wörter bringen nicht das Angebot zurück, nur was angekommen ist.',
  stopped: 'Du nutzt dieses Angebot nicht mehr',
  stoppedWhy:
    'Gib es nicht mehr weiter. Wenn es noch jemand bezahlt, kommen die Sats an: Einen Monat lang sehen wir einmal am Tag nach.',
  arrivals: 'Was angekommen ist',
  at: 'Kommt an bei',
  for: 'Für',
  quoted: (text) => `„${text}“`,
  missing: 'Dieses Angebot ist nicht auf diesem Gerät',
};
