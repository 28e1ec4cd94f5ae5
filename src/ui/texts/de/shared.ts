import type { sharedTexts } from '#ui/texts/shared.ts';
import type { Words } from '#ui/texts/say.ts';

export const shared: Words<typeof sharedTexts> = {
  title: 'Eine andere App hat einen Text geteilt',
  beside: 'Du hast schon eine Notiz begonnen, darum wurde nichts eingefügt.',
  add: 'An meine Notiz anhängen',
  leave: 'Verwerfen',
  nsec: 'Im geteilten Text stand ein geheimer Schlüssel, er wurde verworfen',
  ncryptsec: 'Im geteilten Text stand ein verschlüsselter geheimer Schlüssel, er wurde verworfen',
  pairing: 'Im geteilten Text stand der geheime Schlüssel einer Wallet, er wurde verworfen',
  why: 'Nichts von diesem Text wurde behalten. Lösche ihn dort, woher er kam: Wer ihn liest, kann in deinem Namen handeln oder aus deiner Wallet bezahlen.',
};
