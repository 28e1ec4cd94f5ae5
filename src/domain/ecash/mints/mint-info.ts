import { isRecord } from '#domain/record.ts';
import { calmLine, calmText, cutText } from '#domain/text/calm-text.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';
import {
  MINT_GUARDED_MAX,
  MINT_LIST_MAX,
  MINT_NAME_MAX_CHARACTERS,
  MINT_TEXT_MAX_CHARACTERS,
} from '#domain/ecash/ecash-limits.ts';
import { fieldsOf, type Fields } from './mint-answers.ts';
import type { MethodOffer, MintInfo } from './mint.ts';

const rowsOf = (value: unknown, max = MINT_LIST_MAX): readonly Fields[] =>
  Array.isArray(value) ? value.slice(0, max).filter(isRecord) : [];

const lineOf = (value: unknown, max = MINT_NAME_MAX_CHARACTERS): string =>
  typeof value === 'string' ? calmLine(value, max) : '';
const longOf = (value: unknown): string =>
  typeof value === 'string' ? cutText(calmText(value), MINT_TEXT_MAX_CHARACTERS).trim() : '';

const wholeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const offerOf = ({ method, unit, min_amount, max_amount, options, description }: Fields): MethodOffer => {
  const [min, max] = [wholeOf(min_amount), wholeOf(max_amount)];
  const told = isRecord(options) ? options.description : description;
  return {
    method: lineOf(method),
    unit: lineOf(unit),
    description: told === true,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  };
};

const offersOf = (setting: unknown) => {
  const fields = isRecord(setting) ? setting : {};
  return { disabled: fields.disabled === true, methods: rowsOf(fields.methods).map(offerOf) };
};

const pairOf = ({ method, unit }: Fields) => ({ method: lineOf(method), unit: lineOf(unit) });

const inside = (setting: unknown, name: string): unknown => (isRecord(setting) ? setting[name] : setting);

/** Whether a setting says that this part is supported: some list what they support, others say so. */
const isSupported = (setting: unknown): boolean => {
  if (!isRecord(setting)) return Array.isArray(setting) && setting.length > 0;
  const { supported, disabled } = setting;
  return disabled !== true && supported !== false && !(Array.isArray(supported) && supported.length === 0);
};

const numberOf = (name: string): number => Number(name);

/** What a mint tells about itself (MINT-04, MINT-05), calmed and cut. Throws 'bad-response' for what is no object. */
export const readMintInfo = (answer: unknown): MintInfo => {
  const { nuts: given, contact, ...told } = fieldsOf(answer);
  const nuts: Fields = isRecord(given) ? given : {};
  const texts = {
    pubkey: lineOf(told.pubkey),
    version: lineOf(told.version),
    description: longOf(told.description),
    longDescription: longOf(told.description_long),
    motd: longOf(told.motd),
    icon: safeWebUrl(lineOf(told.icon_url, 1_000)),
    terms: safeWebUrl(lineOf(told.tos_url, 1_000)),
  };
  return {
    name: lineOf(told.name),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    contact: rowsOf(contact).map(({ method, info }) => ({ method: lineOf(method), info: lineOf(info, 200) })),
    mint: offersOf(nuts['4']),
    melt: offersOf(nuts['5']),
    nuts: Object.keys(nuts)
      .filter((name) => /^\d{1,3}$/.test(name) && isSupported(nuts[name]))
      .map(numberOf),
    multiPath: rowsOf(inside(nuts['15'], 'methods')).map(pairOf),
    tells: rowsOf(inside(nuts['17'], 'supported')).map((row) => ({
      ...pairOf(row),
      commands: Array.isArray(row.commands)
        ? row.commands.slice(0, MINT_LIST_MAX).map((command) => lineOf(command))
        : [],
    })),
    guarded: rowsOf(inside(nuts['22'], 'protected_endpoints'), MINT_GUARDED_MAX).map(({ method, path }) => ({
      method: lineOf(method),
      path: lineOf(path, 200),
    })),
  };
};

/** Whether a path is the same, or begins so: '/v1/mint/*', as a pattern '^/v1/mint/.*$'. No pattern of a stranger is ever run. */
const isMeant = (pattern: string, path: string): boolean => {
  const whole = pattern.replace(/^\^|\$$/g, '').replaceAll('\\', '');
  const start = whole.replace(/\.?\*$/, '');
  return start === whole ? path === whole : path.startsWith(start);
};

/** Whether a call needs a token of its own (NUT-22). */
export const isGuarded = ({ guarded }: Pick<MintInfo, 'guarded'>, method: string, path: string): boolean =>
  guarded.some((one) => one.method.toUpperCase() === method && isMeant(one.path, path));
