import {
  ABOUT_MAX_CHARACTERS,
  METADATA_FIELD_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
} from '#domain/protocol/protocol-limits.ts';
import { calmLine, calmText, cutText } from '#domain/text/calm-text.ts';
import { isHex64 } from '#domain/protocol/event.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';
import { RELAY_NIPS_MAX, RELAY_INFO_MAX_BITS, RELAY_INFO_MAX_FEES } from './relays-limits.ts';

/** What a relay charges; `period` in seconds where it is charged again and again. */
export type RelayFee = { readonly amount: number; readonly unit: string; readonly period?: number };

/** What a relay tells about itself (NIP-11). What it does not tell is '', false, an empty list or left out. */
export type RelayInfo = {
  readonly name: string;
  readonly description: string;
  /** hex */
  readonly pubkey: string;
  readonly contact: string;
  readonly software: string;
  readonly version: string;
  /** https URLs */
  readonly icon: string;
  readonly paymentsUrl: string;
  readonly supportedNips: readonly number[];
  readonly limitation: {
    readonly maxSubscriptions?: number;
    /** events per filter */
    readonly maxLimit?: number;
    /** bytes */
    readonly maxMessageLength?: number;
    readonly authRequired: boolean;
    readonly paymentRequired: boolean;
    readonly restrictedWrites: boolean;
  };
  /** bits of proof of work an event needs; 0 for none (POW-12) */
  readonly pow: number;
  readonly fees: {
    readonly admission: readonly RelayFee[];
    readonly subscription: readonly RelayFee[];
    readonly publication: readonly RelayFee[];
  };
};

type Fields = Readonly<Record<string, unknown>>;

/** The query of what a relay tells about itself. */
export const relayInfoKey = (url: string) => ['relay-info', url] as const;

/**
 * How far the user is with a relay that asks who they are (NIP-42): it asks and nobody can answer, it knows, or it took
 * no answer.
 */
export type RelayAuthState = 'none' | 'asked' | 'done' | 'refused';

export const relayAuthKey = (url: string) => ['relay-auth', url] as const;

/** Where the document of a relay is: the same address by http (POW-10). */
export const relayInfoUrl = (url: string): string => url.replace(/^ws/, 'http');

const POW_FIELDS = ['nip13', 'pow', 'difficulty', 'target_pow', 'min_pow_difficulty'];

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const httpsUrl = (value: unknown): string => {
  const url = typeof value === 'string' ? safeWebUrl(value) : '';
  return url.startsWith('https:') ? url : '';
};

const feesOf = (value: unknown): RelayFee[] =>
  listOf(value)
    .slice(0, RELAY_INFO_MAX_FEES)
    .map(fieldsOf)
    .filter(({ amount }) => typeof amount === 'number' && Number.isFinite(amount) && amount >= 0)
    .map(({ amount, unit, period }) => ({
      amount: amount as number,
      unit: typeof unit === 'string' ? calmLine(unit, NAME_MAX_CHARACTERS) : '',
      ...(isCount(period) ? { period } : {}),
    }));

const powOf = (...places: readonly Fields[]): number => {
  const bits = places.flatMap((fields) => POW_FIELDS.map((name) => fields[name])).filter(isCount);
  return Math.min(Math.max(0, ...bits), RELAY_INFO_MAX_BITS);
};

const limitationOf = (fields: Fields): RelayInfo['limitation'] => {
  const { max_subscriptions, max_limit, max_message_length } = fields;
  return {
    ...(isCount(max_subscriptions) ? { maxSubscriptions: max_subscriptions } : {}),
    ...(isCount(max_limit) ? { maxLimit: max_limit } : {}),
    ...(isCount(max_message_length) ? { maxMessageLength: max_message_length } : {}),
    authRequired: fields['auth_required'] === true,
    paymentRequired: fields['payment_required'] === true,
    restrictedWrites: fields['restricted_writes'] === true,
  };
};

/** Reads a relay information document whose JSON is `document`. Throws when that is no object; wrong fields are left out. */
export const parseRelayInfo = (document: unknown): RelayInfo => {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new Error('The relay tells nothing about itself');
  const fields = document as Fields;
  const limitation = fieldsOf(fields['limitation']);
  const fees = fieldsOf(fields['fees']);
  const line = (name: string, max = METADATA_FIELD_MAX_CHARACTERS) => {
    const value = fields[name];
    return typeof value === 'string' ? calmLine(value, max) : '';
  };
  const { description, pubkey } = fields;
  return {
    name: line('name', NAME_MAX_CHARACTERS),
    description: typeof description === 'string' ? calmText(cutText(description, ABOUT_MAX_CHARACTERS)).trim() : '',
    pubkey: isHex64(pubkey) ? pubkey : '',
    contact: line('contact'),
    software: line('software'),
    version: line('version', NAME_MAX_CHARACTERS),
    icon: httpsUrl(fields['icon']),
    paymentsUrl: httpsUrl(fields['payments_url']),
    supportedNips: [...new Set(listOf(fields['supported_nips']).filter(isCount))].slice(0, RELAY_NIPS_MAX),
    limitation: limitationOf(limitation),
    pow: powOf(fields, limitation),
    fees: {
      admission: feesOf(fees['admission']),
      subscription: feesOf(fees['subscription']),
      publication: feesOf(fees['publication']),
    },
  };
};
