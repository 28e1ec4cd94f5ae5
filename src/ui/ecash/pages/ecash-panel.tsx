import { heldEcash } from '#domain/ecash/ledger/held.ts';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';
import { EcashAddressRow } from '#ui/ecash/address/address-row.tsx';
import { ReceivesByMessage } from '#ui/ecash/address/by-message.tsx';
import { EcashLoginFirst } from './login-first.tsx';
import { PageRow } from '#ui/ecash/page-row.tsx';
import { Tips } from '#ui/ecash/address/nutzaps.tsx';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import '#ui/ecash/ecash.css';

/** Ecash in the settings: what there is, and the ways to it. */
export const EcashPanel = () => {
  const stand = useEcashStand();
  const access = useEcashAccess();
  if (access === 'none') return <EcashLoginFirst />;
  if (!stand) return <output className="hint">{texts.reading}</output>;
  if (!stand.exists)
    return (
      <div className="list">
        <PageRow icon="coin" title={texts.settingsRow.none} hint={texts.settingsRow.start} page="ecash" />
        <PageRow icon="refresh" title={texts.first.restore} page="restore" />
      </div>
    );
  return (
    <>
      <div className="list">
        <PageRow
          icon="coin"
          title={texts.settingsRow.open}
          hint={texts.satsOf(heldEcash(stand).balance)}
          page="ecash"
        />
        <EcashAddressRow />
        <PageRow icon="mint" title={texts.mints} hint={texts.mintsPage.inMints(stand.mints.length)} page="mints" />
        <PageRow
          icon="key"
          title={texts.words.row}
          hint={stand.areWordsKept ? texts.words.rowKept : texts.words.rowOpen}
          isWarning={!stand.areWordsKept}
          page="words"
        />
        <PageRow icon="refresh" title={texts.restore.title} page="restore" />
      </div>
      <Tips />
      <ReceivesByMessage />
    </>
  );
};
