import { useEffect, useEffectEvent, useState } from 'react';
import { isHex64 } from '#domain/protocol/event.ts';
import { VISITOR, type KeptDraft } from '#domain/publish/draft.ts';
import { firstWords } from '#domain/publish/first-words.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { toSeconds } from '#domain/units.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { NoteTime } from '#ui/note/note-time.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useNote } from '#ui/queries.ts';
import { useAccount, useActing, useArea } from '#ui/system-context.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import type { OpenComposer } from './with-composer.tsx';

const { drafts: texts, reply, acks } = publishTexts;

/** The note that a draft is about, as `replyPlace` and `quotePlace` tell it; undefined where it is about none. */
const noteOf = ({ place }: KeptDraft): { readonly isReply: boolean; readonly id: string } | undefined => {
  const [, what, id = ''] = /^(reply|quote) (.+)$/.exec(place) ?? [];
  return isHex64(id) ? { isReply: what === 'reply', id } : undefined;
};

/** The replies and quotes that were begun and are not being posted, the newest first, and a function that looks again. */
const useOthers = (composer: string, owner: string): readonly [readonly KeptDraft[], () => void] => {
  const { writing, composing } = useActing();
  const desk = useArea('publish-desk');
  const isBegun = (draft: KeptDraft) => noteOf(draft) !== undefined && writing.jobOf(draft) === undefined;
  const read = () => writing.drafts.list(owner).filter(isBegun);
  const [others, setOthers] = useState(read);
  const look = useEffectEvent(() => setOthers(read()));
  useEffect(() => {
    const leave = [
      desk.subscribe(() => look()).unsubscribe,
      writing.onDraftsChanged(() => look()),
      composing.subscribe((id) => {
        if (id !== composer) look();
      }),
    ];
    return () => leave.forEach((end) => end());
  }, [desk, writing, composing, composer]);
  return [others, () => setOthers(read())];
};

const Named = ({ pubkey, isReply }: { pubkey: string; isReply: boolean }) => {
  const name = useNameInText(pubkey);
  return isReply ? reply.title(name) : texts.quote(name);
};

type RowProps = { kept: KeptDraft; isDiscarded: boolean; onDiscard: () => void; onUndo: () => void };

const Row = ({ kept, isDiscarded, onDiscard, onUndo }: RowProps) => {
  const open = useOpenOverlay();
  const { isReply, id } = noteOf(kept)!;
  const note = useNote(id).data;
  const { text, warning = '' } = kept.draft;
  const secret = leakedSecret(JSON.stringify(kept.draft));
  const words = secret === undefined ? firstWords(text) || firstWords(warning) : publishTexts.secret[secret];
  const act = isDiscarded ? texts.undo : acks.discard;
  return (
    <li className="item">
      <button
        type="button"
        className="item__txt"
        disabled={isDiscarded}
        onClick={() => open(isReply ? { reply: id } : { repost: id, quote: true })}
      >
        <small className="c-2">
          {note ? <Named pubkey={note.pubkey} isReply={isReply} /> : isReply ? reply.loading : acks.kinds.quote}
          {' · '}
          {isDiscarded ? texts.discarded : <NoteTime at={toSeconds(kept.at)} />}
        </small>
        <span className="clip" dir="auto">
          {words}
        </span>
      </button>
      <Button look="ghost" size="s" aria-label={`${act}: ${words}`} onClick={isDiscarded ? onUndo : onDiscard}>
        {act}
      </Button>
    </li>
  );
};

/** Each stays in its place as long as it is open. */
const List = ({ others, onChange }: { others: readonly KeptDraft[]; onChange: () => void }) => {
  const { drafts } = useActing().writing;
  const [shown, setShown] = useState<readonly string[]>([]);
  const fresh = others.map(({ place }) => place).filter((place) => !shown.includes(place));
  if (fresh.length > 0) setShown([...fresh, ...shown]);
  const [discarded, setDiscarded] = useState<ReadonlyMap<string, KeptDraft>>(new Map());
  const change = (kept: KeptDraft, isDiscarded: boolean) => {
    const now = new Map(discarded);
    if (isDiscarded) {
      drafts.forget(kept);
      now.set(kept.place, kept);
    } else {
      // another tab may have begun it anew
      if (!drafts.get(kept)) drafts.put(kept, kept.draft);
      now.delete(kept.place);
    }
    setDiscarded(now);
    onChange();
  };
  const rows = shown.flatMap((place) => discarded.get(place) ?? others.find((other) => other.place === place) ?? []);
  if (rows.length === 0) return null;
  return (
    <ul className="list drafts" aria-label={texts.title}>
      {rows.map((kept) => (
        <Row
          key={kept.place}
          kept={kept}
          isDiscarded={discarded.has(kept.place)}
          onDiscard={() => change(kept, true)}
          onUndo={() => change(kept, false)}
        />
      ))}
    </ul>
  );
};

type Props = { composer: OpenComposer };

const DraftsOf = ({ owner, composer: { id, panel, busy, send } }: Props & { owner: string }) => {
  const [others, look] = useOthers(id, owner);
  const isOpen = panel === 'drafts' && !busy;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  // who closes the list keeps the focus
  if (others.length === 0 && !wasOpen) return null;
  return (
    <>
      <button
        type="button"
        className="cr__to"
        aria-expanded={isOpen}
        disabled={busy}
        onClick={() => send({ type: 'panel.toggle', panel: 'drafts' })}
      >
        {texts.title} <span className="num">{others.length}</span>
        <Icon name={isOpen ? 'up' : 'down'} size="xs" />
      </button>
      {isOpen && <List others={others} onChange={look} />}
    </>
  );
};

/** What else was begun and not posted, for who writes a new note. */
export const Drafts = ({ composer }: Props) => {
  const { pubkey = VISITOR } = useAccount();
  return <DraftsOf key={pubkey} owner={pubkey} composer={composer} />;
};
