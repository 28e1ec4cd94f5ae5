import { Suspense, useSyncExternalStore } from 'react';
import { tokenEnd } from '#domain/ecash/ledger/ledger-history.ts';
import type { Arrival } from '#ports/ecash.ts';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { later } from '#ui/kit/later.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { NoteTime } from '#ui/note/note-time.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ActProblem, useAct } from '#ui/ecash/act.tsx';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';

const NoteToken = later(() => import('#ui/token/note-token.tsx').then((file) => file.NoteToken));

const texts = ecashMovesTexts.arrived;

const One = ({ arrival: { id, sender, at, token } }: { arrival: Arrival }) => {
  const { putAway } = useEcash();
  const act = useAct();
  const name = useNameInText(sender);
  return (
    <li className="stack">
      <div className="row">
        <PersonAvatar pubkey={sender} size="s" />
        <b className="grow clip" dir="auto">
          {texts.from(name)}
        </b>
        <NoteTime at={at} />
        <IconButton icon="close" label={texts.putAway} onClick={() => act.run(() => putAway(id))} />
      </div>
      <ActProblem act={act} />
      <Suspense fallback={<div className="quote quote--empty" />}>
        <NoteToken text={token} />
      </Suspense>
    </li>
  );
};

/** Ecash that somebody sent by private message, as long as it was not taken here. */
export const Arrived = () => {
  const { arrivals } = useEcash();
  const all = useSyncExternalStore(arrivals.subscribe, arrivals.get);
  const history = useEcashStand()?.history ?? [];
  const left = all.filter(({ y }) => tokenEnd(history, y) === undefined);
  if (left.length === 0) return null;
  return (
    <section className="wl__part wl__all">
      <h2>{texts.title}</h2>
      <ul className="stack" aria-label={texts.title}>
        {left.map((arrival) => (
          <One key={arrival.id} arrival={arrival} />
        ))}
      </ul>
    </section>
  );
};
