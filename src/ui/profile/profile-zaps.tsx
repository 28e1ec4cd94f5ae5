import { useQuery } from '@tanstack/react-query';
import type { NutzapInfo } from '#domain/ecash/nutzaps/nutzap-info.ts';
import { nutzapInfoKey, takesEcash } from '#domain/ecash/nutzaps/takes-ecash.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { receivedZapsKey, type ReceivedZaps } from '#domain/wallet/received-zaps.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { useOpenToWrite } from '#ui/social/use-act.ts';
import { useArea } from '#ui/system-context.ts';
import { socialTexts } from '#ui/texts/social.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useZapStand } from '#ui/wallet/use-zap-stand.ts';

/** Zaps the person, and says where that stands. */
export const ZapPersonButton = ({ pubkey }: { pubkey: string }) => {
  const name = useNameInText(pubkey);
  const stand = useZapStand(pubkey);
  const openToZap = useOpenToWrite('login');
  const label = [texts.ofPerson(name), stand && socialTexts.zapStands[stand]].filter(Boolean).join(', ');
  return (
    <Button
      look="line"
      icon="bolt"
      aria-label={label}
      aria-haspopup="dialog"
      data-stand={stand}
      onClick={() => openToZap({ zap: encodeNpub(pubkey) }, socialTexts.zap)}
    >
      {socialTexts.zap}
    </Button>
  );
};

/** The same for whoever has no Lightning address, where relays say that they take ecash. */
export const ZapByEcashButton = ({ pubkey }: { pubkey: string }) => {
  useArea('zap-receipts');
  const { data } = useQuery<NutzapInfo | null>({ queryKey: nutzapInfoKey(pubkey) });
  return data && takesEcash(data) && <ZapPersonButton pubkey={pubkey} />;
};

/** What the person was zapped in all, by receipts that count. */
export const ReceivedZapsLine = ({ pubkey }: { pubkey: string }) => {
  useArea('zap-receipts');
  const { data } = useQuery<ReceivedZaps>({ queryKey: receivedZapsKey(pubkey) });
  if (!data || data.zaps === 0) return null;
  return (
    <ul className="pf__links">
      <li>
        <Icon name="bolt" size="s" fill />
        {texts.received(data.sats, data.zaps, data.isAll)}
      </li>
    </ul>
  );
};
