import {
  PLACEHOLDER_HEX_LENGTH,
  PLACEHOLDER_NAME_LENGTH,
  PLACEHOLDER_NPUB_LENGTH,
  PLACEHOLDER_SHORT_HEX_LENGTH,
} from '#domain/profile/profile-limits.ts';

const LENGTHS = {
  npub: PLACEHOLDER_NPUB_LENGTH,
  hex: PLACEHOLDER_HEX_LENGTH,
  name: PLACEHOLDER_NAME_LENGTH,
  'short hex': PLACEHOLDER_SHORT_HEX_LENGTH,
} as const;

/** Stands for a text that is being loaded, as long as that text will be (FEED-16). */
export const Placeholder = ({ of }: { of: keyof typeof LENGTHS }) => (
  <span className="skel pf__wait" aria-hidden="true">
    {'\u00a0'.repeat(LENGTHS[of])}
  </span>
);
