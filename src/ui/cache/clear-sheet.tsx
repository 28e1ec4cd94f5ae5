import { useSearch } from '@tanstack/react-router';
import type { CacheGroup } from '#domain/cache/cache-groups.ts';
import { DEFAULT_HASHTAGS } from '#domain/feed/default-hashtags.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useDroppedByRestore } from '#ui/relays/use-relays.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useKeyAtRisk } from '#ui/key-at-risk.ts';
import { useSavedAccounts } from '#ui/session/use-login.ts';
import { useAccount } from '#ui/system-context.ts';
import { cacheTexts as texts } from '#ui/texts/cache.ts';
import { whole } from '#ui/texts/formats.ts';
import { sessionTexts } from '#ui/texts/session.ts';
import { AtStake } from './at-stake.tsx';
import { clearIn } from './clears.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { DeleteEcash, useEcashDeletion } from './delete-ecash.tsx';
import { size } from './size.ts';
import { totalsOf } from './totals.ts';
import { useCacheReport, useClearProblem } from './use-cache.ts';
import { useSavedKeys } from './use-saved-keys.ts';
import { useStakes } from './use-stakes.ts';
import { WalletsGo } from './wallets-go.tsx';
import './cache.css';

type Props = { onClose: () => void };

const Amount = ({ items, bytes }: { items: number; bytes: number }) => (
  <dl className="kv">
    <dt>{texts.items}</dt>
    <dd className="num">{whole(items)}</dd>
    <dt>{texts.size}</dt>
    <dd className="num">{size(bytes)}</dd>
  </dl>
);

/** The query cache or one group of it. */
const ClearGroup = ({ group, onClose }: Props & { group: CacheGroup | undefined }) => {
  const { breakdown } = useCacheReport();
  const { items, bytes } = group
    ? breakdown.groups[group]
    : { items: breakdown.totalItems, bytes: breakdown.totalSizeBytes };
  return (
    <ConfirmSheet action={group ?? 'cache'} onClose={onClose}>
      <p className="sheet__lead">{group ? texts.clear.group(texts.groups[group]) : texts.clear.all}</p>
      <Amount items={items} bytes={bytes} />
      <p className="c-2">{texts.clear.again}</p>
    </ConfirmSheet>
  );
};

/** Every cache, with a sign-out (CACHE-22, SET-30). */
const ClearEverything = ({ onClose }: Props) => {
  const report = useCacheReport();
  const { items, bytes } = totalsOf(report);
  const { pubkey } = useAccount();
  const words = texts.clearEverything;
  const isKeyAtRisk = useKeyAtRisk();
  // it may have failed because something changed: that is shown before it is tried again
  const stakes = useStakes(undefined, useClearProblem());
  const deletion = useEcashDeletion(stakes);
  return (
    <ConfirmSheet
      action="everything"
      title={words.title}
      confirm={words.confirm}
      isHeld={deletion.isHeld}
      ecash={deletion.ecash}
      onClose={onClose}
    >
      <p className="sheet__lead">{pubkey === undefined ? words.leadVisitor : words.lead}</p>
      <Amount items={items} bytes={bytes} />
      {isKeyAtRisk && (
        <Banner tone="bad" icon="alert" title={words.keyLost}>
          {words.keyLostWhy}
        </Banner>
      )}
      <WalletsGo />
      <AtStake
        stakes={stakes}
        fate={deletion.isWanted ? texts.stake.lost : texts.stake.kept}
        isLoss={deletion.isWanted}
      />
      <DeleteEcash deletion={deletion} />
      <Banner icon="shield" title={words.stays}>
        {words.staysWhy}
      </Banner>
    </ConfirmSheet>
  );
};

/** All saved keys (CACHE-23). */
const ClearSavedKeys = ({ onClose }: Props) => {
  const saved = useSavedAccounts();
  const count = useSavedKeys(saved.length);
  const stakes = useStakes(saved);
  const { clear: words } = sessionTexts;
  return (
    <ConfirmSheet
      action="saved keys"
      title={words.title}
      confirm={words.confirm}
      isEmpty={count === 0}
      isHeld={stakes === undefined}
      onClose={onClose}
    >
      <p className="sheet__lead">{words.lead}</p>
      <AtStake stakes={stakes} fate={texts.stake.needsKey} isLoss />
      <dl className="kv">
        <dt>{words.count}</dt>
        <dd className={count === 0 ? 'num' : 'num c-bad'}>{count}</dd>
      </dl>
      <Banner tone="bad" icon="alert" title={words.warning}>
        {words.warningWhy}
      </Banner>
    </ConfirmSheet>
  );
};

/** The wallet connections that are saved, of all accounts, and that of this moment (SET-29, CACHE-24). */
const ClearStoredWallet = ({ onClose }: Props) => {
  const { wallets } = useCacheReport();
  const words = texts.clearWallet;
  return (
    <ConfirmSheet
      action="stored wallet"
      title={words.title}
      confirm={words.confirm}
      isEmpty={wallets === 0}
      onClose={onClose}
    >
      <p className="sheet__lead">{words.lead}</p>
      {wallets !== undefined && (
        <dl className="kv">
          <dt>{words.count}</dt>
          <dd className={wallets === 0 ? 'num' : 'num c-bad'}>{wallets}</dd>
        </dl>
      )}
      <Banner tone="bad" icon="alert" title={words.warning}>
        {words.warningWhy}
      </Banner>
    </ConfirmSheet>
  );
};

/** Modes, filters and relays (CACHE-25 to CACHE-29). */
const ResetPreferences = ({ onClose }: Props) => {
  const dropped = useDroppedByRestore().length;
  const words = texts.reset;
  return (
    <ConfirmSheet action="preferences" title={words.title} confirm={words.confirm} onClose={onClose}>
      <p className="sheet__lead">{words.lead}</p>
      <dl className="kv kv--start">
        <dt>{words.on}</dt>
        <dd>{words.onWhat}</dd>
        <dt>{words.off}</dt>
        <dd>{words.offWhat}</dd>
        <dt>{words.hashtags}</dt>
        <dd>{DEFAULT_HASHTAGS.join(', ')}</dd>
        <dt>{words.relays}</dt>
        <dd>{words.relaysWhat(dropped)}</dd>
      </dl>
      <Banner tone="warn" icon="image" title={words.warning}>
        {words.warningWhy}
      </Banner>
    </ConfirmSheet>
  );
};

/** Asks before what the address names is cleared (ROUTE-24). */
export const ClearSheet = () => {
  const search: AppSearch = useSearch({ strict: false });
  const name = clearIn(search) ?? 'clearCache';
  const { value, close } = useOverlay(name);
  switch (name) {
    case 'clearAllCaches':
      return <ClearEverything onClose={close} />;
    case 'clearSavedKeys':
      return <ClearSavedKeys onClose={close} />;
    case 'clearStoredWallet':
      return <ClearStoredWallet onClose={close} />;
    case 'resetPreferences':
      return <ResetPreferences onClose={close} />;
    case 'clearContactsCache':
      return <ClearGroup group="contacts" onClose={close} />;
    default:
      return <ClearGroup group={value === true ? undefined : value} onClose={close} />;
  }
};
