import { useState } from 'react';
import { LAST_MOVEMENTS_SHOWN } from '#domain/ecash/ecash-limits.ts';
import { isOpenEntry } from '#domain/money/money-entry.ts';
import { Button } from '#ui/kit/button.tsx';
import { EntryList } from '#ui/money/entry-list.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { useEcashEntries } from '#ui/ecash/use-ecash-entries.ts';
import '#ui/ecash/ecash.css';

/** What is not over. */
export const OperationsUnderWay = () => {
  const show = useOpenOverlay();
  const [now] = useState(Date.now);
  const open = useEcashEntries()?.filter(isOpenEntry) ?? [];
  if (open.length === 0) return null;
  return (
    <section className="wl__part wl__all">
      <div className="spread">
        <h2>{moneyTexts.open}</h2>
        <Button look="ghost" size="s" aria-haspopup="dialog" onClick={() => show({ money: 'open' })}>
          {moneyTexts.seeOpen(open.length)}
        </Button>
      </div>
      <EntryList label={moneyTexts.open} entries={open} now={now} />
    </section>
  );
};

/** The last of what is over. */
export const LastMoves = () => {
  const show = useOpenOverlay();
  const [now] = useState(Date.now);
  const entries = useEcashEntries() ?? [];
  const over = entries.filter((entry) => !isOpenEntry(entry)).toSorted((a, b) => b.at - a.at);
  return (
    <section className="wl__part">
      <div className="spread">
        <h2>{texts.history}</h2>
        <Button look="ghost" size="s" aria-haspopup="dialog" onClick={() => show({ money: 'history' })}>
          {texts.all}
        </Button>
      </div>
      {over.length > 0 ? (
        <EntryList label={texts.history} entries={over.slice(0, LAST_MOVEMENTS_SHOWN)} now={now} />
      ) : (
        <p className="hint">{texts.historyEmpty}</p>
      )}
    </section>
  );
};
