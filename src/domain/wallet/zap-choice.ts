import { ZAP_PRESETS_MAX } from './wallet-limits.ts';
import { isSats, readSats } from '#domain/money/sats.ts';

/** sats that a long press sends, and those that are offered, until the user chose others */
export const ZAP_USUAL_SATS = 21;
export const ZAP_PRESETS: readonly number[] = [21, 100, 500, 1_000, 5_000, 21_000];

/** How the user zaps. */
export type ZapChoice = {
  /** what is sent without asking */
  readonly usual: number;
  /** amounts that are offered */
  readonly presets: readonly number[];
  /** a press sends the usual amount and a long one asks; else the other way round */
  readonly oneTap: boolean;
};

export const FIRST_ZAP_CHOICE: ZapChoice = { usual: ZAP_USUAL_SATS, presets: ZAP_PRESETS, oneTap: false };

/**
 * The amounts that somebody typed beside each other; undefined when one of them is none. A comma stands between two of them only
 * before a space: elsewhere it groups digits.
 */
export const readPresets = (text: string): readonly number[] | undefined => {
  const parts = text.split(/,?[\s;]+/).filter((part) => part !== '');
  const sats = parts.map(readSats);
  return parts.length === 0 || sats.includes(undefined) ? undefined : [...new Set(sats as number[])];
};

/** A choice as it was saved; what makes no sense in it is as at first. */
export const readZapChoice = (value: unknown): ZapChoice => {
  const { usual, presets, oneTap } = (value ?? {}) as Partial<Record<keyof ZapChoice, unknown>>;
  const isList = Array.isArray(presets) && presets.length > 0 && presets.every(isSats);
  return {
    usual: isSats(usual) ? usual : FIRST_ZAP_CHOICE.usual,
    presets: isList ? (presets as number[]).slice(0, ZAP_PRESETS_MAX) : FIRST_ZAP_CHOICE.presets,
    oneTap: oneTap === true,
  };
};
