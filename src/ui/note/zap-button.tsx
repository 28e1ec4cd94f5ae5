import type { Note } from '#domain/note/note.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useLongPress } from '#ui/kit/use-long-press.ts';
import { compact } from '#ui/texts/formats.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { useZapPress } from '#ui/wallet/use-zap-press.ts';
import { useZapStand } from '#ui/wallet/use-zap-stand.ts';

type Props = { note: Note; sats: number; small: boolean };

/** Zaps the note, and says where that stands and what it was zapped in all: only what receipts prove. */
export const ZapButton = ({ note, sats, small }: Props) => {
  const stand = useZapStand(note.id);
  const zap = useZapPress(note);
  const press = useLongPress(
    () => zap(false),
    () => zap(true),
  );
  const label = [texts.zap, stand && texts.zapStands[stand], sats > 0 && texts.zapped(sats)].filter(Boolean).join(', ');
  return (
    <button
      type="button"
      className={sats > 0 || stand !== undefined ? 'act act--zap act--hold' : 'act act--hold'}
      data-act="zap"
      data-stand={stand}
      aria-label={label}
      {...press}
    >
      <Icon name="bolt" {...(small && { size: 's' })} />
      {sats > 0 && <span aria-hidden="true">{compact(sats)}</span>}
    </button>
  );
};
