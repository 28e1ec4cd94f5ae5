import { useEffect, useState } from 'react';
import { decodeProfileId } from '#domain/protocol/identifiers.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { useOverlay } from '#ui/overlay.ts';
import { WithTarget } from '#ui/note/with-target.tsx';
import { useArea } from '#ui/system-context.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useWallet } from './use-wallet.ts';
import { useZaps } from './use-zapping.ts';
import { ZapForm } from './zap-form.tsx';
import { ZapProgress } from './zap-progress.tsx';
import './zap.css';

type Props = { title: string; person: string; event?: NostrEvent; onClose: () => void };

/** Asks how much, and then shows what becomes of it; a zap that needs a look is shown first. */
const Zap = ({ title, person, event, onClose }: Props) => {
  const target = event?.id ?? person;
  const { zapping } = useWallet();
  const desk = useArea('zap-desk');
  const zaps = useZaps(target);
  // what was sent before this sheet was opened is told by the note itself
  const [before] = useState(() => zaps.filter(({ stand }) => stand === 'sent').map(({ id }) => id));
  useEffect(() => zapping.look(target), [zapping, target]);
  const shown = zaps.filter(({ id, stand }) => stand !== undefined && !before.includes(id));
  const forget = () => desk.send({ type: 'zap.forget', ids: zaps.map(({ id }) => id) });
  const close = () => {
    forget();
    onClose();
  };
  if (shown.length > 0) return <ZapProgress zaps={shown} onClose={close} />;
  return <ZapForm title={title} person={person} event={event} onClose={close} />;
};

const Person = ({ pubkey, onClose }: { pubkey: string; onClose: () => void }) => (
  <Zap title={texts.ofPerson(useNameInText(pubkey))} person={pubkey} onClose={onClose} />
);

/** Zaps a note, or a person (`zap={id or npub}`). */
export const ZapSheet = () => {
  const { value = '', close } = useOverlay('zap');
  const person = value.startsWith('n') ? decodeProfileId(value) : undefined;
  if (person) return <Person pubkey={person.pubkey} onClose={close} />;
  return (
    <WithTarget id={value} title={texts.ofNote} onClose={close}>
      {(note) => <Zap title={texts.ofNote} person={note.pubkey} event={note} onClose={close} />}
    </WithTarget>
  );
};
