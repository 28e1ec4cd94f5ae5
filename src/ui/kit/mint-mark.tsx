import type { CSSProperties } from 'react';
import type { MintTint } from '#domain/ecash/words/shares.ts';
import './mint-mark.css';

/** The colour of a mint, for what is drawn of it. */
export const tintStyle = (tint: MintTint): CSSProperties =>
  ({ '--c': `var(--${tint}-fill, var(--${tint}))` }) as CSSProperties;

type Props = { name: string; tint?: MintTint | undefined; large?: boolean };

/** The first letter of a mint on its colour; says nothing to screen readers, its name stands beside it. */
export const MintMark = ({ name, tint = 'accent', large = false }: Props) => (
  <span className={large ? 'mintico mintico--l' : 'mintico'} style={tintStyle(tint)} aria-hidden="true">
    {/^\s*(.)/u.exec(name)?.[1]?.toUpperCase()}
  </span>
);
