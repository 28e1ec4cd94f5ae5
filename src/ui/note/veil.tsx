import type { Cover } from '#domain/feed/nsfw.ts';
import { giveFocus } from '#ui/kit/give-focus.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { noteTexts } from '#ui/texts/note.ts';

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Covers a note its author warns of, until somebody asks for it; then the note has the focus. */
export const WarningVeil = ({ cover, pictures, onShow }: { cover: Cover; pictures: number; onShow: () => void }) => (
  <div className="veil">
    <Icon name="eyeoff" />
    <span dir="auto">
      <b>{noteTexts.warning}</b>
      <small>
        {sentence(cover.reason || noteTexts.sensitive)}
        {noteTexts.picturesHidden(pictures)}
      </small>
    </span>
    <button
      type="button"
      className="btn btn--s btn--line"
      onClick={({ currentTarget }) => {
        giveFocus(currentTarget.closest('article, .th__up'));
        onShow();
      }}
    >
      {noteTexts.show}
    </button>
  </div>
);

const whyHidden = (reason: string): string =>
  reason.startsWith('#') ? noteTexts.nsfwTag(reason) : noteTexts.nsfwWords;

/** Stands for a note that the NSFW Disrespector hides (FEED-08); there is no way to show it. */
export const NsfwVeil = ({ cover }: { cover: Cover }) => (
  <div className="veil">
    <Icon name="shield" />
    <span>
      <b>{noteTexts.nsfw}</b>
      <small>{whyHidden(cover.reason)}</small>
    </span>
  </div>
);
