import { Icon } from '#ui/kit/icon.tsx';
import { texts } from '#ui/texts/app.ts';

/** What went wrong, told at once; `id` for the field it is about. */
export const Problem = ({ id, children }: { id?: string; children: string }) => (
  <p className="err" id={id} role="alert">
    <Icon name="alert" size="s" />
    {texts.said(children)}
  </p>
);
