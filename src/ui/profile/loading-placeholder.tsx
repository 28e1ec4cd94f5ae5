/** placeholder loading texts: npub, hex key, name, short hex */
export const PLACEHOLDER_NPUB_LENGTH = 63;
export const PLACEHOLDER_HEX_LENGTH = 64;
export const PLACEHOLDER_NAME_LENGTH = 20;
export const PLACEHOLDER_SHORT_HEX_LENGTH = 9;

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
