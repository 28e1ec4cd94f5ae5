import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { isOpenEntry, type MoneyEntry } from '#domain/money/money-entry.ts';
import { joinHistory } from '#domain/money/money-history.ts';
import { MONEY_LAST } from '#domain/money/money-limits.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useWayToWallet } from '#ui/wallet/way-to-wallet.ts';
import { useArea } from '#ui/system-context.ts';
import { whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { noBalanceText, walletTexts } from '#ui/texts/wallet.ts';
import { WalletLoginFirst } from '#ui/wallet/login-first.tsx';
import { useFreshBalance, useMayConnect } from '#ui/wallet/use-wallet.ts';
import { useHindrance } from '#ui/wallet/use-hindrance.ts';
import { EntryList } from './entry-list.tsx';
import { InFiat } from './in-fiat.tsx';
import { MoneyPage } from './money-page.tsx';
import { useEntries, useIsUnreadable } from './use-money.ts';
import { useTold } from './use-told.ts';

const useConnected = () => useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);

/** What the connected wallet has, or the way to one. */
const Balance = () => {
  const openWallets = useWayToWallet();
  const wallet = useConnected();
  const hindrance = useHindrance();
  const mayConnect = useMayConnect();
  useFreshBalance();
  const isConnecting = useSelector(useArea('wallet-connection'), (snapshot) => snapshot.hasTag('connecting'));
  if (!wallet && !mayConnect)
    return (
      <section className="wl__top" aria-label={texts.balance}>
        <WalletLoginFirst />
      </section>
    );
  if (!wallet && !isConnecting)
    return (
      <section className="wl__top" aria-label={texts.balance}>
        <Banner icon="wallet" title={texts.noWallet}>
          {texts.noWalletWhy}
        </Banner>
        <div className="row">
          <Button look="primary" icon="link" aria-haspopup="dialog" onClick={openWallets}>
            {texts.connect}
          </Button>
        </div>
      </section>
    );
  const unknown = wallet && wallet.balance === undefined && noBalanceText(wallet.balanceProblem);
  return (
    <section className="wl__top" aria-label={texts.balance}>
      <p className="t-sm c-2">{texts.balance}</p>
      <output className="amount">
        {wallet?.balance === undefined ? '–' : whole(wallet.balance)}
        <small>{texts.unit(wallet?.balance ?? 0)}</small>
      </output>
      {wallet?.balance !== undefined && <InFiat sats={wallet.balance} />}
      <p className={hindrance === undefined ? 't-sm c-3 row' : 't-sm c-warn row'}>
        <i className="light light--l" data-s={wallet && hindrance === undefined ? 'ok' : 'wait'} />
        {wallet
          ? [wallet.name || wallet.alias, hindrance ?? unknown].filter(Boolean).join(' · ')
          : walletTexts.connecting}
      </p>
      {wallet && wallet.id === undefined && <p className="hint">{walletTexts.notSaved}</p>}
    </section>
  );
};

const Open = ({ entries, now }: { entries: readonly MoneyEntry[]; now: number }) => {
  const open = useOpenOverlay();
  if (entries.length === 0) return null;
  return (
    <section className="wl__part wl__all">
      <div className="spread">
        <h2>{texts.open}</h2>
        <Button look="ghost" size="s" aria-haspopup="dialog" onClick={() => open({ money: 'open' })}>
          {texts.seeOpen(entries.length)}
        </Button>
      </div>
      <EntryList label={texts.open} entries={entries} now={now} />
    </section>
  );
};

/** The last payments, also those that the wallet alone knows of. */
const Last = ({ own, now }: { own: readonly MoneyEntry[]; now: number }) => {
  const open = useOpenOverlay();
  const { pages, reading, failure } = useTold();
  const entries = joinHistory(own, pages);
  const over = entries.filter((entry) => !isOpenEntry(entry));
  if (over.length === 0 && entries.length > 0) return null;
  return (
    <section className="wl__part wl__all">
      <div className="spread">
        <h2>{texts.history}</h2>
        {over.length > 0 && (
          <Button look="ghost" size="s" aria-haspopup="dialog" onClick={() => open({ money: 'history' })}>
            {texts.all}
          </Button>
        )}
      </div>
      {over.length > 0 && <EntryList label={texts.history} entries={over.slice(0, MONEY_LAST)} now={now} />}
      {over.length === 0 && reading === 'reading' && <output className="hint">{texts.loading}</output>}
      {over.length === 0 && failure !== undefined && <Problem>{failure}</Problem>}
      {over.length === 0 && reading === 'read' && (
        <EmptyState art="bird" title={texts.empty}>
          {texts.emptyWhy}
        </EmptyState>
      )}
    </section>
  );
};

/** Without a database nothing is paid, and nothing can be shown. */
export const Unreadable = () => (
  <Banner tone="bad" icon="alert" title={texts.unreadable}>
    {texts.unreadableWhy}
  </Banner>
);

/** What is true of the money: the wallet that pays, what is under way, and the last payments. */
export const WalletPage = ({ onClose }: { onClose: () => void }) => {
  const open = useOpenOverlay();
  const wallet = useConnected();
  const [entries, isUnreadable] = [useEntries(), useIsUnreadable()];
  const [now] = useState(Date.now);
  const acts = wallet && !isUnreadable && (
    <nav className="wact" aria-label={texts.actions}>
      <button type="button" aria-haspopup="dialog" onClick={() => open({ money: 'pay' })}>
        <span>
          <Icon name="bolt" />
        </span>
        {texts.pay}
      </button>
    </nav>
  );
  return (
    <MoneyPage
      title={texts.title}
      onClose={onClose}
      aside={
        <IconButton
          icon="wallet"
          label={walletTexts.saved}
          aria-haspopup="dialog"
          onClick={() => open({ savedWallets: true })}
        />
      }
      acts={acts}
    >
      <div className="wl">
        <Balance />
        {isUnreadable ? (
          <Unreadable />
        ) : entries ? (
          <>
            <Open entries={entries.filter(isOpenEntry)} now={now} />
            <Last own={entries} now={now} />
          </>
        ) : (
          <output className="hint">{texts.loading}</output>
        )}
      </div>
    </MoneyPage>
  );
};
