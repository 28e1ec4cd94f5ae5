import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { WALLET_NAME_MAX } from '#domain/wallet/wallet-limits.ts';
import { type StoredWallet } from '#domain/wallet/wallet-record.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { useAfterClosing, useOpenOverlay, useOverlay } from '#ui/overlay.ts';
import { UnlockButton } from '#ui/ecash/act.tsx';
import { useClosing } from '#ui/session/use-closing.ts';
import { useAccountState } from '#ui/session/use-login.ts';
import { useClock } from '#ui/kit/use-clock.ts';
import { useArea } from '#ui/system-context.ts';
import { ageLabel } from '#ui/texts/formats.ts';
import { walletProblemText, walletTexts as texts } from '#ui/texts/wallet.ts';
import { WalletLoginFirst } from './login-first.tsx';
import { useIsForgotten, useMayConnect, useSavedWallets, useWallet } from './use-wallet.ts';

const words = texts.list;

type RowProps = { wallet: StoredWallet; isChosen: boolean; isBusy: boolean; group: string; onRename: () => void };

const WalletRow = ({ wallet, isChosen, isBusy, group, onRename }: RowProps) => {
  const saved = useArea('saved-wallets');
  const { id, name, lastUsed, walletType } = wallet;
  const isConnected = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet?.id === id);
  const used = words.used(ageLabel(useClock() - lastUsed));
  const label = useId();
  return (
    <li className="item">
      <input
        className="radio"
        type="radio"
        name={group}
        aria-labelledby={label}
        checked={isChosen}
        disabled={isBusy}
        onChange={() => saved.send({ type: 'saved.choose', id })}
      />
      <span className="item__txt">
        <b id={label}>{name}</b>
        <small className={isConnected ? 'c-ok' : undefined}>
          {isConnected ? texts.connected : walletType === 'webln' ? words.usedOfBrowser(used) : used}
        </small>
      </span>
      <IconButton icon="pen" label={words.rename(name)} disabled={isBusy} onClick={onRename} />
      <IconButton
        icon="trash"
        label={words.forget(name)}
        disabled={isBusy}
        onClick={() => saved.send({ type: 'saved.remove', id })}
      />
    </li>
  );
};

const Rename = ({ wallet, onDone }: { wallet: StoredWallet; onDone: () => void }) => {
  const saved = useArea('saved-wallets');
  const [name, setName] = useState(wallet.name);
  const [type, secret, onKeyDown] = useNoSecret(setName);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saved.send({ type: 'saved.rename', id: wallet.id, name });
    onDone();
  };
  return (
    <form className="field" onSubmit={submit}>
      <label htmlFor={id}>{words.newName}</label>
      <div className="joined">
        <input
          className="input"
          id={id}
          ref={field}
          value={name}
          maxLength={WALLET_NAME_MAX}
          aria-invalid={secret !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit">{words.save}</Button>
      </div>
      {secret !== undefined && <Problem id={`${id}-problem`}>{secret}</Problem>}
    </form>
  );
};

/** What went wrong in the list; a failed connect says so first (WALLET-37 to WALLET-40). */
const ListProblem = () => {
  const problem = useSelector(useArea('saved-wallets'), ({ context }) => context.problem);
  const isForgotten = useIsForgotten();
  const state = useAccountState();
  const isLock = problem?.code === 'wallet-locked';
  if (!problem || (isLock && state === 'unlocked')) return null;
  const said = walletProblemText(problem);
  const isBare = problem.code === 'none-chosen' || problem.code.startsWith('wallet-');
  return (
    <>
      <Problem>{isBare ? said : `${words.failed}. ${texts.error(said)}`}</Problem>
      {isLock && state === 'locked' && <UnlockButton />}
      {!isBare && isForgotten && <p className="hint">{texts.forgotten}</p>}
    </>
  );
};

/** The way to one that is not in the list. */
const Another = ({ isFirst = false }: { isFirst?: boolean }) => {
  const open = useOpenOverlay();
  const afterClosing = useAfterClosing(useOverlay('savedWallets').close);
  return (
    <Button
      look={isFirst ? 'primary' : 'line'}
      icon="link"
      onClick={() => afterClosing(() => open({ walletConnect: true }))}
    >
      {isFirst ? texts.connect : words.another}
    </Button>
  );
};

const List = ({ wallets, isBusy }: { wallets: readonly StoredWallet[]; isBusy: boolean }) => {
  const chosen = useSelector(useArea('saved-wallets'), ({ context }) => context.chosen);
  const [renamed, rename] = useState<string>();
  const opener = useRef<Element>(null);
  const mayConnect = useMayConnect();
  const group = useId();
  const one = wallets.find(({ id }) => id === renamed);
  const done = () => {
    rename(undefined);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  if (wallets.length === 0 && !mayConnect) return <WalletLoginFirst />;
  if (wallets.length === 0) return <EmptyState art="bird" title={words.empty} action={<Another isFirst />} />;
  return (
    <>
      <p className="sheet__lead">{words.lead}</p>
      <ul className="list" aria-label={words.label}>
        {wallets.map((wallet) => (
          <WalletRow
            key={wallet.id}
            wallet={wallet}
            isChosen={wallet.id === chosen}
            isBusy={isBusy}
            group={group}
            onRename={() => {
              opener.current = document.activeElement;
              rename(wallet.id);
            }}
          />
        ))}
      </ul>
      {one && <Rename key={one.id} wallet={one} onDone={done} />}
      <Another />
    </>
  );
};

/** Chooses, renames and forgets saved wallets (`savedWallets=true`, WALLET-36). */
export const SavedWalletsSheet = () => {
  useWallet();
  const { close } = useOverlay('savedWallets');
  const saved = useArea('saved-wallets');
  const wallets = useSavedWallets();
  const isBusy = useSelector(saved, (snapshot) => snapshot.hasTag('busy'));
  const isAsking = useSelector(saved, (snapshot) => snapshot.hasTag('asking'));
  const leaving = useSelector(saved, ({ context }) => context.leaving);
  const connection = useArea('wallet-connection');
  useEffect(() => {
    saved.send({ type: 'saved.open', connected: connection.getSnapshot().context.wallet?.id });
    return () => saved.send({ type: 'saved.close' });
  }, [saved, connection]);
  useClosing(
    useSelector(saved, (snapshot) => snapshot.hasTag('done')),
    close,
  );
  const foot = isAsking ? (
    <>
      <Button onClick={() => saved.send({ type: 'saved.keep' })}>{texts.cancel}</Button>
      <Button look="danger" busy={isBusy} onClick={() => saved.send({ type: 'saved.confirm' })}>
        {words.confirm}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
      {wallets.length > 0 && (
        <Button look="primary" busy={isBusy} onClick={() => saved.send({ type: 'saved.submit' })}>
          {words.submit}
        </Button>
      )}
    </>
  );
  return (
    <Sheet title={isAsking ? words.forgetTitle : texts.saved} onClose={close} foot={foot}>
      {isAsking ? (
        <p className="sheet__lead">{words.forgetWhy(wallets.find(({ id }) => id === leaving)?.name ?? '')}</p>
      ) : (
        <List wallets={wallets} isBusy={isBusy} />
      )}
      <ListProblem />
    </Sheet>
  );
};
