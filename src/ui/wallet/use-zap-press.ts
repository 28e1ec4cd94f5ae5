import { problemOf } from '#domain/problem.ts';
import type { Note } from '#domain/note/note.ts';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { useSystem } from '#ui/system-context.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';

/**
 * What a press on the bolt of a note does: it asks how much, and a long one sends the usual amount; the other way round for
 * whoever chose that. Where a zap of the note is not over, or no wallet could pay at once, it asks.
 */
export const useZapPress = (note: Note) => {
  const { app, later, wallet } = useSystem();
  const openToZap = useOpenToWrite('login');
  const requireLogin = useLoginGate();
  const press = async (isLong: boolean) => {
    await later('wallet');
    const { zapping } = wallet()!;
    const { oneTap, usual } = zapping.choice.get();
    const order = { event: note, sats: usual, comment: '', anonymous: false };
    const wishes = oneTap === isLong ? undefined : await zapping.wishesAtOnce(order);
    if (!wishes) return openToZap({ zap: note.id }, texts.zap);
    if (wishes.length === 0) return;
    requireLogin({ act: { area: 'zap-desk', event: { type: 'zap.send', wishes } }, title: texts.zap });
  };
  return (isLong: boolean) =>
    void press(isLong).catch((error: unknown) => app.send({ type: 'notice.show', problem: problemOf(error) }));
};
