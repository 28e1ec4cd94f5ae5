import { memo, Suspense, useMemo, useRef, useState } from 'react';
import { parseContent, type Block } from '#domain/note/content.ts';
import { foldBlocks } from '#domain/note/fold.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import { giveFocus } from '#ui/kit/give-focus.ts';
import { later } from '#ui/kit/later.ts';
import { NoteLink } from '#ui/note/note-links.tsx';
import { RichText } from '#ui/note/rich-text.tsx';
import { texts } from '#ui/texts/app.ts';

const NoteToken = later(() => import('#ui/token/note-token.tsx').then((file) => file.NoteToken));

const MediaLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
    {linkLabel(url)}
  </a>
);

/** Pictures, videos and quotes are links here: the text of a profile stays a text. */
const AboutBlock = ({ block }: { block: Block }) => {
  switch (block.type) {
    case 'text':
      return <RichText segments={block.segments} />;
    case 'images':
      return block.images.map(({ url }) => <MediaLink key={url} url={url} />);
    case 'video':
      return <MediaLink url={block.video.url} />;
    case 'token':
      return (
        <Suspense>
          <NoteToken {...block} />
        </Suspense>
      );
    default:
      return (
        <NoteLink id={block.id} relays={block.relays}>
          {texts.note.other}
        </NoteLink>
      );
  }
};

const NONE: readonly never[] = [];

type Props = { about: string; emojis: Metadata['emojis'] };

/** What a person writes about themselves, with links and mentions, folded when long. */
export const ProfileAbout = memo(({ about, emojis = NONE }: Props) => {
  const blocks = useMemo(() => parseContent({ content: about, tags: emojis }), [about, emojis]);
  const [unfolded, setUnfolded] = useState('');
  const folded = about === unfolded ? undefined : foldBlocks(blocks);
  const box = useRef<HTMLDivElement>(null);
  if (blocks.length === 0) return null;
  const unfold = () => {
    setUnfolded(about);
    // the button that has the focus goes
    giveFocus(box.current);
  };
  return (
    <div ref={box} className="pf__about">
      {(folded ?? blocks).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of one text never change
        <AboutBlock key={index} block={block} />
      ))}
      {folded !== undefined && (
        <button type="button" className="btn btn--ghost btn--s note__unfold" onClick={unfold}>
          {texts.note.showMore}
        </button>
      )}
    </div>
  );
});
