import { heldEcash } from '#domain/ecash/held.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import { ReceivesByMessage } from './by-message.tsx';
import { Tips } from './tips.tsx';
import { useEcashStand } from './use-ecash.ts';
import { useEcashAccess } from './use-ecash-access.ts';
import './ecash.css';

type RowProps = { icon: IconName; title: string; hint?: string; isWarning?: boolean; page: string };

const Row = ({ icon, title, hint, isWarning = false, page }: RowProps) => {
  const open = useOpenOverlay();
  return (
    <button type="button" className="item" aria-haspopup="dialog" onClick={() => open({ money: page })}>
      <Icon name={icon} />
      <span className="item__txt">
        <b>{title}</b>
        {hint !== undefined && <small className={isWarning ? 'c-warn' : undefined}>{hint}</small>}
      </span>
      <Icon name="next" size="s" />
    </button>
  );
};

/** Ecash in the settings: what there is, and the ways to it. */
export const EcashPanel = () => {
  const stand = useEcashStand();
  const access = useEcashAccess();
  if (access === 'none')
    return (
      <Banner icon="lock" title={texts.login.title}>
        {texts.login.why}
      </Banner>
    );
  if (!stand) return <output className="hint">{texts.reading}</output>;
  if (!stand.exists)
    return (
      <div className="list">
        <Row icon="coin" title={texts.settingsRow.none} hint={texts.settingsRow.start} page="ecash" />
        <Row icon="refresh" title={texts.first.restore} page="restore" />
      </div>
    );
  return (
    <>
      <div className="list">
        <Row icon="coin" title={texts.settingsRow.open} hint={texts.satsOf(heldEcash(stand).balance)} page="ecash" />
        <Row icon="mint" title={texts.mints} hint={texts.mintsPage.inMints(stand.mints.length)} page="mints" />
        <Row
          icon="key"
          title={texts.words.row}
          hint={stand.areWordsKept ? texts.words.rowKept : texts.words.rowOpen}
          isWarning={!stand.areWordsKept}
          page="words"
        />
        <Row icon="refresh" title={texts.restore.title} page="restore" />
      </div>
      <Tips />
      <ReceivesByMessage />
    </>
  );
};
