import type { EventRef } from '#domain/protocol/event.ts';
import { previewText } from '#domain/note/preview-text.ts';
import { REPLY_CONTEXT_CHARACTERS } from '#domain/feed/feed-limits.ts';
import type { Note } from '#domain/note/note.ts';
import { isHidden } from '#domain/social/muted.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useDisplayName, useNote } from '#ui/queries.ts';
import { useMuted } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { NoteLink, PersonLink } from './note-links.tsx';
import { viewOf } from './note-view.ts';

/** Says who put this note of another person into the feed. */
export const RepostLine = ({ pubkey }: { pubkey: string }) => (
  <p className="note__why">
    <Icon name="repost" size="s" />
    <span className="clip">
      <PersonLink pubkey={pubkey}>
        <b dir="auto">{useDisplayName(pubkey)}</b>
      </PersonLink>{' '}
      {texts.note.reposted}
    </span>
  </p>
);

const ParentLine = ({ parent }: { parent: Note }) => {
  const name = useDisplayName(parent.pubkey);
  const { blocks, cover } = viewOf(parent);
  const text = cover === undefined ? previewText(blocks, REPLY_CONTEXT_CHARACTERS, texts.note) : '';
  return (
    <>
      {texts.note.inReplyTo}
      <b dir="auto">{name}</b>
      {text !== '' && (
        <>
          : <bdi>{text}</bdi>
        </>
      )}
    </>
  );
};

/** Says what a note answers; one line, whatever is known of the parent, so that nothing moves when it arrives. */
export const ReplyLine = ({ parent }: { parent: EventRef }) => {
  const { data } = useNote(parent.id, parent.relays, parent.author);
  const muted = useMuted();
  return (
    <p className="note__why">
      <Icon name="reply" size="s" />
      <NoteLink id={parent.id} relays={parent.relays} author={parent.author} className="clip">
        {data && !isHidden(muted, data) ? <ParentLine parent={data} /> : texts.note.inReplyToOther}
      </NoteLink>
    </p>
  );
};
