import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';

type Props = { icon: IconName; title: string; hint?: string; isWarning?: boolean; page: string };

/** The way to a page of money, in a list. */
export const PageRow = ({ icon, title, hint, isWarning = false, page }: Props) => {
  const open = useOpenOverlay();
  return (
    <button type="button" className="item" aria-haspopup="dialog" onClick={() => open({ money: page })}>
      <span className="item__ico">
        <Icon name={icon} />
      </span>
      <span className="item__txt">
        <b>{title}</b>
        {hint !== undefined && <small className={isWarning ? 'c-warn clip' : 'clip'}>{hint}</small>}
      </span>
      <Icon name="next" size="s" />
    </button>
  );
};
