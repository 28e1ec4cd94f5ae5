import { useSelector } from '@xstate/react';
import { Suspense, useSyncExternalStore } from 'react';
import type { ConnectedWallet, WalletKind } from '#domain/wallet/wallet.ts';
import type { WalletBudget } from '#domain/wallet/nwc.ts';
import { SECOND } from '#domain/units.ts';
import { canDo } from '#domain/wallet/wallet.ts';
import { toSats } from '#domain/msats.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Facts } from '#ui/kit/facts.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ChoiceRow } from '#ui/kit/choice-row.tsx';
import { useAccountState } from '#ui/session/use-login.ts';
import { useArea } from '#ui/system-context.ts';
import { dayOfYear } from '#ui/texts/dates.ts';
import { ageLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { noBalanceText, walletProblemText, walletTexts as texts } from '#ui/texts/wallet.ts';
import { MoneyLink } from '#ui/money/money-link.tsx';
import { PayerSetting } from './payer-setting.tsx';
import { useClock } from '#ui/kit/use-clock.ts';
import { FiatSetting } from './fiat-setting.tsx';
import { ProxySetting } from './proxy-setting.tsx';
import { ZapSettings } from './zap-settings.tsx';
import { useHindrance } from './use-hindrance.ts';
import { useFreshBalance, useIsForgotten, useMayConnect, useSavedWallets, useWallet } from './use-wallet.ts';
import '#ui/session/session.css';
import './wallet-panel.css';

const ConnectBrowserWallet = () => {
  const connection = useArea('wallet-connection');
  const { browserWallet } = useWallet();
  if (!useSyncExternalStore(browserWallet.subscribe, browserWallet.get)) return null;
  const connect = () =>
    connection.send({ type: 'wallet.connect', wish: { kind: 'webln', name: texts.browserName, keep: true } });
  return (
    <Button icon="ext" onClick={connect}>
      {texts.browser}
    </Button>
  );
};

/** Which connect failed; nothing of a wallet that was connected, and whose worker died. */
const failedConnect = (kind: WalletKind | undefined): string =>
  kind === undefined ? '' : `${kind === 'webln' ? texts.failedWebln : texts.failedNwc}. `;

/**
 * What went wrong with the last connect (WALLET-41, WALLET-42, WALLET-45), also where the wallet of before is connected, or where the
 * one that was connected went.
 */
const LastProblem = () => {
  const { problem, failed } = useSelector(useArea('wallet-connection'), ({ context }) => context);
  const isForgotten = useIsForgotten();
  const isUnlocked = useAccountState() === 'unlocked';
  if (!problem) return isForgotten ? <output className="hint">{texts.removed}</output> : null;
  if (problem.code === 'wallet-locked' && isUnlocked) return null;
  return (
    <>
      <Problem>{failedConnect(failed) + texts.error(walletProblemText(problem))}</Problem>
      {isForgotten && <p className="hint">{texts.forgotten}</p>}
    </>
  );
};

/** No wallet, and the ways to one (SET-31); one that was saved waits for the key that opens it (WALLET-21). */
const Disconnected = () => {
  const open = useOpenOverlay();
  const saved = useSavedWallets();
  const isLocked = useAccountState() === 'locked' && saved.some(({ walletType }) => walletType === 'nwc');
  return (
    <>
      <Banner icon="wallet" title={texts.none}>
        {isLocked ? texts.lockedWhy : texts.noneWhy}
      </Banner>
      <div className="row">
        <Button
          look={saved.length > 0 ? 'line' : 'primary'}
          icon="link"
          aria-haspopup="dialog"
          onClick={() => open({ walletConnect: true })}
        >
          {texts.connect}
        </Button>
        <ConnectBrowserWallet />
      </div>
    </>
  );
};

/** The wallets that were saved (SET-31), and the way to another one than is connected, or being connected. */
const Ways = ({ hasOne }: { hasOne: boolean }) => {
  const open = useOpenOverlay();
  const { length } = useSavedWallets();
  return (
    <div className="list">
      <ChoiceRow
        icon="wallet"
        title={texts.saved}
        why={length > 0 ? texts.savedCount(length) : texts.list.empty}
        onPress={() => open({ savedWallets: true })}
      />
      {hasOne && (
        <ChoiceRow
          icon="link"
          title={texts.list.another}
          why={texts.anotherWhy}
          onPress={() => open({ walletConnect: true })}
        />
      )}
      <MoneyLink />
    </div>
  );
};

const Receive = () => {
  const open = useOpenOverlay();
  return (
    <Button icon="in" aria-haspopup="dialog" onClick={() => open({ receive: true })}>
      {texts.receive.open}
    </Button>
  );
};

const Balance = ({ balance, balanceProblem }: Pick<ConnectedWallet, 'balance' | 'balanceProblem'>) => (
  <output className="end" aria-label={texts.balance}>
    {balance === undefined ? (
      <small className="c-3">{noBalanceText(balanceProblem)}</small>
    ) : (
      <>
        <b className="num t-lg">{whole(balance)}</b> <span className="c-3 t-sm">{moneyTexts.unit(balance)}</span>
      </>
    )}
  </output>
);

/** What the wallet lets this app spend. */
const budgetText = ({ usedMsats, totalMsats }: WalletBudget): string => {
  const sats = (msats: number) => texts.sats(Math.floor(toSats(msats)));
  return texts.budgetLeft(sats(Math.max(0, totalMsats - usedMsats)), sats(totalMsats));
};

const WalletFacts = ({ wallet: { id, lud16, budget } }: { wallet: ConnectedWallet }) => {
  const stored = useSavedWallets().find((one) => one.id === id);
  const now = useClock();
  const renewsAt = budget?.renewsAt;
  return (
    <Facts
      facts={[
        [texts.receivesAt, lud16, 'text'],
        [texts.lastUsed, stored && texts.ago(ageLabel(now - stored.lastUsed))],
        [texts.budget, budget && budgetText(budget)],
        [texts.budgetRenews, renewsAt === undefined ? undefined : dayOfYear(renewsAt * SECOND)],
      ]}
    />
  );
};

const Connected = ({ wallet }: { wallet: ConnectedWallet }) => {
  const connection = useArea('wallet-connection');
  const hindrance = useHindrance();
  useFreshBalance();
  const { name, alias, id } = wallet;
  return (
    <div className="wcard">
      <div className="spread">
        <span className="row who">
          <span className="item__ico item__ico--value">
            <Icon name="bolt" />
          </span>
          <span className="item__txt">
            <b dir="auto">{name || alias}</b>
            <small className={hindrance === undefined ? 'c-ok' : 'c-warn'}>{hindrance ?? texts.connected}</small>
          </span>
        </span>
        <Balance {...wallet} />
      </div>
      {id === undefined && <p className="hint">{texts.notSaved}</p>}
      <WalletFacts wallet={wallet} />
      <div className="wacts">
        {canDo(wallet, 'make_invoice') && <Receive />}
        <Button look="line" onClick={() => connection.send({ type: 'wallet.disconnect' })}>
          {texts.disconnect}
        </Button>
      </div>
    </div>
  );
};

const Connecting = () => {
  const connection = useArea('wallet-connection');
  return (
    <div className="row">
      <output>{texts.connecting}</output>
      <Button look="line" onClick={() => connection.send({ type: 'wallet.cancel', byHand: true })}>
        {texts.cancel}
      </Button>
    </div>
  );
};

/** The wallet that pays, in the settings; without a login nothing can be connected (WALLET-07). */
export const WalletPanel = () => {
  useWallet();
  const mayConnect = useMayConnect();
  const connection = useArea('wallet-connection');
  const wallet = useSelector(connection, ({ context }) => context.wallet);
  const isConnecting = useSelector(connection, (snapshot) => snapshot.hasTag('connecting'));
  if (!mayConnect) {
    return (
      <Banner icon="lock" title={texts.loginRequired}>
        {texts.loginWhy}
      </Banner>
    );
  }
  return (
    <>
      {isConnecting ? <Connecting /> : wallet ? <Connected wallet={wallet} /> : <Disconnected />}
      <LastProblem />
      <Ways hasOne={isConnecting || wallet !== undefined} />
      <Suspense fallback={null}>
        <PayerSetting />
      </Suspense>
      <FiatSetting />
      <ProxySetting />
      <ZapSettings />
    </>
  );
};
