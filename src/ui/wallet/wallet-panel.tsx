import { useSelector } from '@xstate/react';
import { Suspense, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ConnectedWallet } from '#domain/wallet/wallet.ts';
import type { WalletProblem } from '#domain/wallet/wallet-problem.ts';
import type { WalletBudget } from '#domain/wallet/nwc.ts';
import { SECOND } from '#domain/units.ts';
import { canDo } from '#domain/wallet/wallet.ts';
import type { nwcServiceMachine } from '#machines/wallet/nwc-service.machine.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { dayOfYear } from '#ui/texts/dates.ts';
import { walletProblemText, walletTexts as texts } from '#ui/texts/wallet.ts';
import { MoneyLink } from '#ui/money/money-link.tsx';
import { PayerSetting } from '#ui/money/payer-setting.tsx';
import { FiatSetting } from './fiat-setting.tsx';
import { ProxySetting } from './proxy-setting.tsx';
import { ReceiveSheet } from './receive-sheet.tsx';
import { Transactions } from './transactions.tsx';
import { ZapSettings } from './zap-settings.tsx';
import { useMayConnect, useSavedWallets, useWallet } from './use-wallet.ts';

const ConnectBrowserWallet = () => {
  const connection = useArea('wallet-connection');
  const { hasBrowserWallet } = useWallet();
  if (!hasBrowserWallet()) return null;
  const connect = () =>
    connection.send({ type: 'wallet.connect', wish: { kind: 'webln', name: texts.browserName, keep: true } });
  return (
    <Button icon="ext" onClick={connect}>
      {texts.browser}
    </Button>
  );
};

/** what only the wallet of a browser can be the cause of */
const BROWSERS: ReadonlySet<WalletProblem['code']> = new Set(['no-provider', 'provider-not-ready', 'provider']);

/** What went wrong with the last connect (WALLET-42, WALLET-45). */
const LastProblem = () => {
  const problem = useSelector(useArea('wallet-connection'), ({ context }) => context.problem);
  if (!problem) return null;
  const said = texts.error(walletProblemText(problem));
  return <Problem>{BROWSERS.has(problem.code) ? `${texts.failedWebln}. ${said}` : said}</Problem>;
};

/** No wallet, and the ways to one (SET-31). */
const Disconnected = () => {
  const open = useOpenOverlay();
  const saved = useSavedWallets();
  return (
    <>
      <Banner icon="wallet" title={texts.none}>
        {texts.noneWhy}
      </Banner>
      <LastProblem />
      <div className="row">
        <Button look="primary" icon="link" aria-haspopup="dialog" onClick={() => open({ walletConnect: true })}>
          {texts.connect}
        </Button>
        {saved.length > 0 && (
          <Button icon="wallet" aria-haspopup="dialog" onClick={() => open({ savedWallets: true })}>
            {texts.saved}
          </Button>
        )}
        <ConnectBrowserWallet />
      </div>
    </>
  );
};

/** Where a remote wallet stands: it can be reached unless none of its relays is connected (NWC-03). */
const useReachable = (): boolean =>
  useSelector(useArea('wallet-connection'), ({ children }) => {
    const service = children['nwc-service'] as ActorRefFrom<typeof nwcServiceMachine> | undefined;
    return service?.getSnapshot().value !== 'loading';
  });

/** What the wallet lets this app spend. */
const Budget = ({ budget: { usedMsats, totalMsats, renewsAt } }: { budget: WalletBudget }) => {
  const [left, total] = [Math.max(0, totalMsats - usedMsats), totalMsats].map((msats) =>
    texts.sats(Math.floor(msats / 1_000)),
  );
  return (
    <div className="item">
      <Icon name="lock" />
      <span className="item__txt">
        {texts.budget}
        <small>
          <output aria-label={texts.budget}>{texts.budgetLeft(left!, total!)}</output>
        </small>
        {renewsAt !== undefined && <small>{texts.budgetRenews(dayOfYear(renewsAt * SECOND))}</small>}
      </span>
    </div>
  );
};

const Receive = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="in" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.receive.open}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReceiveSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const Connected = ({ wallet }: { wallet: ConnectedWallet }) => {
  const open = useOpenOverlay();
  const connection = useArea('wallet-connection');
  const isReachable = useReachable();
  const where = isReachable ? texts.connected : texts.unreachable;
  return (
    <>
      <div className="list">
        <div className="item">
          <Icon name="wallet" />
          <span className="item__txt">
            <b>{wallet.name || wallet.alias}</b>
            <small>{wallet.id === undefined ? texts.notSaved : (wallet.lud16 ?? wallet.alias)}</small>
          </span>
          <span className={`tag ${isReachable ? 'tag--ok' : 'tag--warn'}`}>{where}</span>
        </div>
        <div className="item">
          <Icon name="bolt" />
          <span className="item__txt">{texts.balance}</span>
          <output className="num" aria-label={texts.balance}>
            {wallet.balance === undefined ? texts.noBalance : texts.sats(wallet.balance)}
          </output>
        </div>
        {wallet.budget && <Budget budget={wallet.budget} />}
      </div>
      {wallet.kind === 'nwc' && canDo(wallet, 'list_transactions') && <Transactions key={wallet.walletPubkey} />}
      <div className="row">
        {canDo(wallet, 'make_invoice') && <Receive />}
        <Button icon="wallet" aria-haspopup="dialog" onClick={() => open({ savedWallets: true })}>
          {texts.saved}
        </Button>
        <Button look="line" onClick={() => connection.send({ type: 'wallet.disconnect' })}>
          {texts.disconnect}
        </Button>
      </div>
    </>
  );
};

const Connecting = () => {
  const connection = useArea('wallet-connection');
  return (
    <div className="row">
      <output>{texts.connecting}</output>
      <Button look="line" onClick={() => connection.send({ type: 'wallet.cancel' })}>
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
      <MoneyLink />
      <Suspense fallback={null}>
        <PayerSetting />
      </Suspense>
      <FiatSetting />
      <ProxySetting />
      <ZapSettings />
    </>
  );
};
