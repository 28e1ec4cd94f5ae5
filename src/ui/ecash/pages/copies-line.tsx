import { useState } from 'react';
import type { EcashCopies } from '#ports/ecash.ts';
import { OverlayLink } from '#ui/overlay-link.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { ageLabel } from '#ui/texts/formats.ts';
import { useEcashCopies } from '#ui/ecash/use-ecash.ts';

/** How long ago, in words. */
export const agoOf = (at: number, now: number): string => {
  const { copies: texts } = ecashTexts;
  const age = ageLabel(now - at);
  return age === '' ? texts.now : texts.ago(age);
};

/** What is true of the copies on relays, in one line. */
const lineOf = (copies: EcashCopies | undefined, now: number): string => {
  const { copies: texts } = ecashTexts;
  if (!copies) return texts.here;
  const { isOn, state, relays } = copies;
  if (!isOn) return texts.here;
  if (relays.length === 0) return texts.noRelays;
  if (state === 'unsigned') return texts.unsigned;
  const whole = relays.filter(({ has }) => has === 'all');
  if (whole.length === relays.length)
    return texts.backedUp(whole.length, agoOf(Math.max(...whole.map(({ at = 0 }) => at)), now));
  if (state === 'telling' || !copies.isWhole) return state === 'short' ? texts.trying : texts.underWay;
  return whole.length > 0 ? texts.partly(whole.length, relays.length) : texts.trying;
};

/** Says whether the ecash is backed up on relays, and leads to what each of them has. */
export const CopiesLine = () => {
  const copies = useEcashCopies();
  const [now] = useState(Date.now);
  const latest = Math.max(now, ...(copies?.relays.map(({ at = 0 }) => at) ?? []));
  return <OverlayLink to={{ money: 'copies' }}>{lineOf(copies, latest)}</OverlayLink>;
};
