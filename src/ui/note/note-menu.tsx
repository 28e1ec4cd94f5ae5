import { problemOf } from '#domain/problem.ts';
import { shortHex } from '#domain/protocol/identifiers.ts';
import type { Note } from '#domain/note/note.ts';
import { Button } from '#ui/kit/button.tsx';
import { CopyItem } from '#ui/kit/copy-item.tsx';
import { MenuItem } from '#ui/kit/menu-item.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useAfterClosing, useOpenOverlay, useOverlay } from '#ui/overlay.ts';
import { WithTarget } from './with-target.tsx';
import { publishTexts } from '#ui/texts/publish.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { socialTexts as words } from '#ui/texts/social.ts';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { MuteItems } from '#ui/social/mute-items.tsx';
import { useFollowToggle } from '#ui/social/use-toggles.ts';
import { useAccount, useSystem } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { noteMenuTexts as menu } from '#ui/texts/note-menu.ts';
import { threadTexts } from '#ui/texts/thread.ts';
import { useNoteCode } from './use-note-code.ts';
import { viewOf } from './note-view.ts';

const { again, deletion } = publishTexts;

type Props = { note: Note; onClose: () => void };

/** What one can do with the note besides copying it. */
const NoteItems = ({ note, onClose }: Props) => {
  const open = useOpenOverlay();
  const openToWrite = useOpenToWrite();
  const openToZap = useOpenToWrite('login');
  const afterClosing = useAfterClosing(onClose);
  const then = (act: () => void) => () => afterClosing(act);
  return (
    <>
      <MenuItem icon="reply" label={words.thread} onPress={then(() => open({ thread: note.id }))} />
      <MenuItem
        icon="heart"
        label={words.react}
        hint={words.reactHint}
        onPress={then(() => open({ react: note.id }))}
      />
      <MenuItem icon="bolt" label={words.zap} onPress={then(() => openToZap({ zap: note.id }, words.zap))} />
      <MenuItem
        icon="quote"
        label={words.quote}
        onPress={then(() => openToWrite({ repost: note.id, quote: true }, words.quote))}
      />
    </>
  );
};

/** Brings one's own note to all relays again: some may not have taken it, or lost it. */
const ResendItem = ({ note, onClose }: Props) => {
  const { pubkey: self } = useAccount();
  const { app, later, acting } = useSystem();
  const send = async () => {
    await later('acting');
    acting()?.writing.resend(note);
  };
  const resend = () => {
    onClose();
    void send().catch((error: unknown) => app.send({ type: 'notice.show', problem: problemOf(error) }));
  };
  return note.pubkey === self && <MenuItem icon="refresh" label={again.action} hint={again.hint} onPress={resend} />;
};

/** Asks before one's own note is deleted. */
const DeleteItem = ({ note: { id, pubkey }, onClose }: Props) => {
  const { pubkey: self } = useAccount();
  const open = useOpenOverlay();
  const afterClosing = useAfterClosing(onClose);
  const ask = () => afterClosing(() => open({ deleteNote: id }));
  return pubkey === self && <MenuItem icon="trash" label={deletion.action} hint={deletion.hint} onPress={ask} />;
};

/** What one can do about its author; nothing about oneself. */
const AuthorItems = ({ note: { pubkey }, onClose }: Props) => {
  const { pubkey: self } = useAccount();
  const name = useNameInText(pubkey);
  const following = useFollowToggle(pubkey);
  const afterClosing = useAfterClosing(onClose);
  if (pubkey === self) return null;
  return (
    <div className="list">
      <MenuItem
        icon="user"
        label={words.someone(following.isFollowed ? words.unfollow : words.follow, name)}
        onPress={() => afterClosing(following.toggle)}
      />
      <MuteItems pubkey={pubkey} name={name} afterClosing={afterClosing} />
    </div>
  );
};

const Menu = ({ note, onClose }: Props) => {
  const open = useOpenOverlay();
  const name = useNameInText(note.pubkey);
  const { pow } = viewOf(note);
  const relays = useSystem().seenOn(note.id).length;
  const id = useNoteCode()(note.id, note.pubkey);
  return (
    <Sheet title={texts.note.by(name)} onClose={onClose} foot={<Button onClick={onClose}>{texts.shell.close}</Button>}>
      <div className="list">
        <NoteItems note={note} onClose={onClose} />
        <CopyItem icon="link" label={threadTexts.copyLink} text={new URL(`/note/${id}`, document.baseURI).href} />
        <CopyItem icon="copy" label={menu.copyId} hint={shortHex(id)} text={id} />
        <CopyItem icon="paste" label={menu.copyText} text={note.content} />
        <MenuItem
          icon="file"
          label={menu.raw}
          hint={menu.about(note.kind, pow, relays)}
          onPress={() => open({ noteEvent: note.id })}
        />
        <ResendItem note={note} onClose={onClose} />
        <DeleteItem note={note} onClose={onClose} />
      </div>
      <AuthorItems note={note} onClose={onClose} />
    </Sheet>
  );
};

/** What can be done with a note: copy its parts, look at the event itself, react, and its author (`noteMenu={id}`). */
export const NoteMenu = () => {
  const { value = '', close } = useOverlay('noteMenu');
  return (
    <WithTarget id={value} title={words.more} onClose={close}>
      {(note) => <Menu note={note} onClose={close} />}
    </WithTarget>
  );
};
