import type { RefCallback } from 'react';
import { linkLabel } from '#domain/text/web-url.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { texts } from '#ui/texts/app.ts';
import { noteTexts } from '#ui/texts/note.ts';

/** The site a picture or video comes from. */
export const siteOf = (url: string): string => linkLabel(URL.parse(url)?.origin ?? url);

/** What comes in the place of what had the focus takes it over. */
const takeFocus: RefCallback<HTMLElement> = (element) => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

type Props = {
  what: string;
  url: string;
  ratio?: number | undefined;
  /** of the retry before this one */
  focus?: RefCallback<HTMLElement> | undefined;
  /** `focus` is for what is shown instead: the focus would be lost */
  onRetry: (focus: RefCallback<HTMLElement>) => void;
};

/** What stands in the place of a picture or video that did not load: where it should have come from, and a retry. */
export const MissingMedia = ({ what, url, ratio, focus, onRetry }: Props) => (
  <span className="nopic" style={{ aspectRatio: ratio }}>
    <Icon name="image" size="l" />
    <span>
      {noteTexts.notAvailable(what)}
      <br />
      <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
        {siteOf(url)}
      </a>
    </span>
    <button ref={focus} type="button" className="btn btn--s btn--line" onClick={() => onRetry(takeFocus)}>
      {texts.error.retry}
    </button>
  </span>
);
