import { Icon } from '#ui/kit/icon.tsx';
import type { Cover } from './note-view.ts';

const pictureCount = (count: number): string =>
  count === 0 ? '' : ` ${count} ${count === 1 ? 'picture' : 'pictures'} hidden.`;

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Covers a note its author warns of, until somebody asks for it. */
export const WarningVeil = ({ cover, pictures, onShow }: { cover: Cover; pictures: number; onShow: () => void }) => (
  <div className="veil">
    <Icon name="eyeoff" />
    <span dir="auto">
      <b>Content warning</b>
      <small>
        {sentence(cover.reason)}
        {pictureCount(pictures)}
      </small>
    </span>
    <button type="button" className="btn btn--s btn--line" onClick={onShow}>
      Show
    </button>
  </div>
);

const whyHidden = (reason: string): string =>
  reason.startsWith('#') ? `Tagged ${reason} by its author.` : 'Its words say so.';

/** Stands for a note that the NSFW Disrespector hides (FEED-08); there is no way to show it. */
export const NsfwVeil = ({ cover }: { cover: Cover }) => (
  <div className="veil">
    <Icon name="shield" />
    <span>
      <b>Hidden by NSFW Disrespector</b>
      <small>{whyHidden(cover.reason)} This filter is always on.</small>
    </span>
  </div>
);
