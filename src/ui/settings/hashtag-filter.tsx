import { useId, useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { addHashtags, type AddedHashtags } from '#domain/feed/add-hashtags.ts';
import type { FeedCounts } from '#domain/feed/feed-counts.ts';
import { Button } from '#ui/kit/button.tsx';
import { RemovableChip } from '#ui/kit/chip.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { usePreference } from '#ui/system-context.ts';
import { settingsTexts as texts } from '#ui/texts/settings.ts';

/** What to say of hashtags that were entered; nothing of blank ones. */
const outcomeOf = ({ added, known, tooLong }: AddedHashtags): string =>
  [
    added.length > 0 && texts.hashtagsAdded(added.join(', ')),
    known.length > 0 && texts.hashtagsKnown(known.join(', ')),
    tooLong.length > 0 && texts.hashtagsTooLong(tooLong.length),
  ]
    .filter(Boolean)
    .join(' ');

/** A field of one line would run the lines of a pasted list together. */
const pasteLines = (event: ClipboardEvent<HTMLInputElement>): string | undefined => {
  const pasted = event.clipboardData.getData('text');
  if (!/[\r\n]/.test(pasted)) return undefined;
  event.preventDefault();
  const { currentTarget: field } = event;
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(
    pasted.replaceAll(/\s+/g, ' '),
    selectionStart ?? value.length,
    selectionEnd ?? value.length,
    'end',
  );
  return field.value;
};

const useHashtags = () => {
  const [hashtags, setHashtags] = usePreference('customHashtags');
  const [typed, setTyped] = useState('');
  const [said, say] = useState('');
  const [type, secret] = useNoSecret((text) => {
    setTyped(text);
    say('');
  });
  return {
    hashtags,
    typed,
    said: said || (secret ?? ''),
    type,
    add: () => {
      const outcome = addHashtags(hashtags, typed);
      say(outcomeOf(outcome));
      setHashtags(outcome.hashtags);
      const refused = [...outcome.known, ...outcome.tooLong];
      setTyped(outcome.added.length > 0 ? outcome.tooLong.join(' ') : refused.join(' '));
    },
    remove: (hashtag: string) => {
      setHashtags(hashtags.filter((kept) => kept !== hashtag));
      say(texts.hashtagRemoved(hashtag));
    },
  };
};

/** The hashtags of the feed, with a field for more (SET-07 to SET-10). */
export const HashtagFilter = ({ read, tagged }: FeedCounts) => {
  const { hashtags, typed, said, type, add, remove } = useHashtags();
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add();
    input.current?.focus();
  };
  const take = (hashtag: string) => {
    remove(hashtag);
    input.current?.focus();
  };
  return (
    <form className="field" onSubmit={submit}>
      <label htmlFor={field}>{texts.hashtags}</label>
      {hashtags.length > 0 && (
        <ul className="chips" aria-label={texts.hashtags}>
          {hashtags.map((hashtag) => (
            <RemovableChip
              key={hashtag}
              icon="hash"
              label={hashtag}
              removeLabel={texts.remove(hashtag)}
              onRemove={() => take(hashtag)}
            />
          ))}
        </ul>
      )}
      <div className="joined">
        <input
          ref={input}
          className="input"
          id={field}
          value={typed}
          placeholder={texts.addHashtag}
          autoCapitalize="off"
          autoComplete="off"
          enterKeyHint="done"
          aria-describedby={`${field}-said`}
          onChange={(event) => type(event.target.value)}
          onPaste={(event) => {
            const text = pasteLines(event);
            if (text !== undefined) type(text);
          }}
        />
        <Button type="submit">{texts.add}</Button>
      </div>
      <output className="hint" id={`${field}-said`}>
        {said}
      </output>
      <p className="hint">{read > 0 ? texts.hashtagsCount(tagged, read) : texts.hashtagsWhy}</p>
    </form>
  );
};
