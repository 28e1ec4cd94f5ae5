import { CACHE_GROUPS, type CacheGroup } from '#domain/cache/cache-groups.ts';
import type { CacheReport } from '#ports/upkeep.ts';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { useCoarseNow } from '#ui/note/minute-clock.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ChoiceRow } from '#ui/kit/choice-row.tsx';
import { ClearKeysRow } from '#ui/session/clear-keys-row.tsx';
import { useAccount } from '#ui/system-context.ts';
import { cacheTexts as texts } from '#ui/texts/cache.ts';
import { ageLabel, whole } from '#ui/texts/formats.ts';
import { size } from './size.ts';
import { totalsOf } from './totals.ts';
import { useCacheReport } from './use-cache.ts';
import './cache.css';

const MINUTE = 60_000;

/** How much of the bar each group takes. */
const Bar = ({ groups }: { groups: CacheReport['breakdown']['groups'] }) => (
  <div className="cbar" aria-hidden="true">
    {CACHE_GROUPS.filter((group) => groups[group].bytes > 0).map((group) => (
      <i key={group} data-group={group} style={{ flexGrow: groups[group].bytes }} />
    ))}
  </div>
);

const Line = ({ name, items, bytes }: { name: string; items: number; bytes: number }) => (
  <>
    <span>{name}</span>
    <span className="num c-3">{texts.itemsAndSize(whole(items), size(bytes).replace(' ', '\u00a0'))}</span>
  </>
);

/** One group, with a button that leads to the question before it is cleared (CACHE-30). */
const GroupLine = ({ group, report }: { group: CacheGroup; report: CacheReport }) => {
  const open = useOpenOverlay();
  return (
    <li>
      <i data-group={group} />
      <Line name={texts.groups[group]} {...report.breakdown.groups[group]} />
      <IconButton
        icon="trash"
        size="s"
        label={texts.clearGroup(texts.groups[group])}
        aria-haspopup="dialog"
        onClick={() => open(group === 'contacts' ? { clearContactsCache: true } : { clearCache: group })}
      />
    </li>
  );
};

const Breakdown = ({ report }: { report: CacheReport }) => (
  <>
    <Bar groups={report.breakdown.groups} />
    <ul className="clegend" aria-label={texts.byGroup}>
      {CACHE_GROUPS.map((group) => (
        <GroupLine key={group} group={group} report={report} />
      ))}
      <li>
        <i data-group="names" />
        <Line name={texts.names} {...report.names} />
      </li>
      {report.ascii.items > 0 && (
        <li>
          <i data-group="ascii" />
          <Line name={texts.ascii} {...report.ascii} />
        </li>
      )}
    </ul>
  </>
);

const useAgo = () => {
  const now = useCoarseNow();
  return (time: number | undefined): string => {
    if (time === undefined) return texts.never;
    return now - time < MINUTE ? texts.justNow : texts.ago(ageLabel(now - time));
  };
};

/** Memory and storage as the browser tells of them (CACHE-01). */
const Memory = ({ report: { memory, storage, breakdown } }: { report: CacheReport }) => {
  const ago = useAgo();
  return (
    <dl className="kv" aria-label={texts.memory}>
      <dt>{texts.pressure}</dt>
      <dd>{texts.pressures[memory.pressureLevel]}</dd>
      <dt>{texts.used}</dt>
      <dd className="num">
        {memory.total === undefined ? size(memory.used) : texts.usedOf(size(memory.used), size(memory.total))}
      </dd>
      <dt>{texts.cacheSize}</dt>
      <dd className="num">{texts.queries(size(memory.cacheSize), memory.queryCount)}</dd>
      <dt>{texts.updated}</dt>
      <dd>{ago(breakdown.lastUpdatedAt)}</dd>
      <dt>{texts.lastCleanup}</dt>
      <dd>{ago(memory.lastCleanup)}</dd>
      {storage.usage !== undefined && storage.quota !== undefined && (
        <>
          <dt>{texts.storage}</dt>
          <dd className="num">{texts.usedOf(size(storage.usage), size(storage.quota))}</dd>
        </>
      )}
      {storage.persisted !== undefined && (
        <>
          <dt>{texts.keeping}</dt>
          <dd>{storage.persisted ? texts.kept : texts.notKept}</dd>
        </>
      )}
    </dl>
  );
};

/** What leads to the clear actions (SET-28 to SET-30). */
const ClearRows = ({ report }: { report: CacheReport }) => {
  const open = useOpenOverlay();
  const isLoggedIn = useAccount().pubkey !== undefined;
  const { items, bytes } = totalsOf(report);
  return (
    <div className="list">
      <ChoiceRow
        icon="sliders"
        title={texts.preferences}
        why={texts.preferencesWhy}
        onPress={() => open({ resetPreferences: true })}
      />
      <ClearKeysRow />
      <ChoiceRow
        icon="wallet"
        title={texts.wallet}
        why={report.wallets === 0 ? texts.walletNone : texts.walletWhy}
        onPress={() => open({ clearStoredWallet: true })}
      />
      <ChoiceRow
        icon="trash"
        tone="bad"
        danger
        title={texts.everything}
        why={texts.everythingWhy(whole(items), size(bytes), isLoggedIn)}
        onPress={() => open({ clearAllCaches: true })}
      />
    </div>
  );
};

/** What is kept on this device and how to be rid of it. */
export const CachePanel = () => {
  const report = useCacheReport();
  return (
    <>
      <Breakdown report={report} />
      <Memory report={report} />
      <ClearRows report={report} />
    </>
  );
};
