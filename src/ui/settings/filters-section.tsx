import { useId, useRef, useState, type FormEvent } from 'react';
import { addHashtag } from '#domain/hashtags.ts';
import { Button } from '#ui/kit/button.tsx';
import { RemovableChip } from '#ui/kit/chip.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { FollowOnlySwitch } from '#ui/social/follow-only-switch.tsx';
import { usePreference } from '#ui/system-context.ts';
import { Section } from './section.tsx';
import { settingsTexts as texts } from '#ui/texts/settings.ts';

/** The hashtags of the feed, with a field for one more (SET-07 to SET-10). */
const HashtagFilter = () => {
  const [hashtags, setHashtags] = usePreference('customHashtags');
  const [typed, setTyped] = useState('');
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    setHashtags(addHashtag(hashtags, typed));
    setTyped('');
  };
  const remove = (hashtag: string) => {
    setHashtags(hashtags.filter((kept) => kept !== hashtag));
    input.current?.focus();
  };
  return (
    <form className="field" onSubmit={add}>
      <label htmlFor={field}>{texts.hashtags}</label>
      <ul className="chips">
        {hashtags.map((hashtag) => (
          <RemovableChip
            key={hashtag}
            icon="hash"
            label={hashtag}
            removeLabel={texts.remove(hashtag)}
            onRemove={() => remove(hashtag)}
          />
        ))}
      </ul>
      <div className="joined">
        <input
          ref={input}
          className="input"
          id={field}
          value={typed}
          placeholder={texts.addHashtag}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{texts.add}</Button>
      </div>
    </form>
  );
};

/** The filter that cannot be switched off (SET-06). */
const AlwaysOn = () => (
  <div className="item">
    <span className="item__txt">
      <b id="nsfw">{texts.nsfw}</b>
      <small id="nsfw-why">{texts.nsfwWhy}</small>
    </span>
    <span
      className="tag tag--ok"
      role="switch"
      aria-checked="true"
      aria-disabled="true"
      aria-labelledby="nsfw"
      aria-describedby="nsfw-why"
    >
      <Icon name="lock" size="xs" />
      {texts.alwaysOn}
    </span>
  </div>
);

/** What the feed lets in (SET-04 to SET-07). */
export const FiltersSection = () => {
  const [showReplies, setShowReplies] = usePreference('showReplies');
  const [showReposts, setShowReposts] = usePreference('showReposts');
  return (
    <Section id="filters" title={texts.filters}>
      <div className="list">
        <SwitchRow label={texts.showReplies} checked={showReplies} onChange={setShowReplies} />
        <SwitchRow label={texts.showReposts} checked={showReposts} onChange={setShowReposts} />
        <FollowOnlySwitch />
        <AlwaysOn />
      </div>
      <HashtagFilter />
    </Section>
  );
};
