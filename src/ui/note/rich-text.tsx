import { Fragment, memo, Suspense, type ReactNode } from 'react';
import type { Segment } from '#domain/note/content.ts';
import { RUN_CHARACTERS } from '#domain/note/note-limits.ts';
import { paragraphsOf } from '#domain/note/paragraphs.ts';
import { later } from '#ui/kit/later.ts';
import { useDisplayName } from '#ui/queries.ts';
import { texts } from '#ui/texts/app.ts';
import { Emoji } from './emoji.tsx';
import { CodeLink, HashtagLink, NoteLink, PersonLink } from './note-links.tsx';

const CodeName = later(() => import('./code-name.tsx').then((file) => file.CodeName));

const MentionName = ({ pubkey }: { pubkey: string }) => <bdi>@{useDisplayName(pubkey)}</bdi>;

const LinkedSegment = ({ segment }: { segment: Segment }) => {
  switch (segment.type) {
    case 'link':
      return (
        <a href={segment.url} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
          {segment.label}
        </a>
      );
    case 'hashtag':
      return <HashtagLink hashtag={segment.hashtag}>{segment.label}</HashtagLink>;
    case 'mention':
      return (
        <PersonLink pubkey={segment.pubkey}>
          <MentionName pubkey={segment.pubkey} />
        </PersonLink>
      );
    case 'note':
      return (
        <NoteLink id={segment.id} relays={segment.relays}>
          {texts.note.other}
        </NoteLink>
      );
    case 'address':
      return (
        <CodeLink code={segment.address}>
          <PlainSegment segment={segment} />
        </CodeLink>
      );
    default:
      return <PlainSegment segment={segment} />;
  }
};

const LONG_RUN = new RegExp(`(\\S{${RUN_CHARACTERS}})`);

/** A run without an end may be broken now and then: to find out where it can be takes the square of its length. */
const breakable = (text: string): ReactNode => {
  const parts = text.split(LONG_RUN);
  return parts.length === 1
    ? text
    : // oxlint-disable-next-line react/no-array-index-key -- the text of an event never changes
      parts.map((part, at) => (
        <Fragment key={at}>
          {part}
          {at % 2 === 1 && <wbr />}
        </Fragment>
      ));
};

/** The same without links, for text that is a link as a whole. */
export const PlainSegment = ({ segment }: { segment: Segment }) => {
  switch (segment.type) {
    case 'text':
      return breakable(segment.text);
    case 'mention':
      return <MentionName pubkey={segment.pubkey} />;
    case 'note':
      return texts.note.other;
    case 'emoji':
      return <Emoji url={segment.url} shortcode={segment.shortcode} />;
    case 'address':
      return (
        <Suspense fallback={texts.note.code}>
          <CodeName code={segment.address} />
        </Suspense>
      );
    default:
      return segment.label;
  }
};

/** Running text in paragraphs; each paragraph and each line in it finds its own direction. */
export const RichText = memo(({ segments, plain = false }: { segments: readonly Segment[]; plain?: boolean }) => {
  const View = plain ? PlainSegment : LinkedSegment;
  return paragraphsOf(segments).map((paragraph, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the text of an event never changes
    <p key={index} dir="auto">
      {paragraph.map((segment, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the text of an event never changes
        <View key={at} segment={segment} />
      ))}
    </p>
  ));
});
