import { Icon } from '#ui/kit/icon.tsx';

/** What went wrong, told at once; `id` for the field it is about. */
export const Problem = ({ id, children }: { id?: string; children: string }) => (
  <p className="err" id={id} role="alert">
    <Icon name="alert" size="s" />
    {children}
  </p>
);
