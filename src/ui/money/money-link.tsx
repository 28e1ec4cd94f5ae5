import { isInDoubt } from '#domain/money/money-entry.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { useEntries } from './use-money.ts';

/** The way to what became of the money, a row of a `.list`, which says when nobody knows of some of it. */
export const MoneyLink = () => {
  const open = useOpenOverlay();
  const doubts = useEntries()?.filter(isInDoubt).length ?? 0;
  return (
    <button type="button" className="item" aria-haspopup="dialog" onClick={() => open({ money: 'wallet' })}>
      <span className="item__ico">
        <Icon name="clock" />
      </span>
      <span className="item__txt">
        <b>{texts.link}</b>
        {doubts > 0 && <small className="c-warn">{texts.linkOpen(doubts)}</small>}
      </span>
      <Icon name="next" size="s" />
    </button>
  );
};
