import { regroup } from '#domain/protocol/bech32.ts';

/** What a node writes into an offer. `issuer`: public key of the node, hex. */
export type OfferDraft = {
  /** undefined: any amount */
  readonly msats?: number | undefined;
  readonly description?: string | undefined;
  readonly issuer: string;
  /** tells two offers of one node apart; hex */
  readonly metadata: string;
  /** hash of the first block, hex; that of regtest unless told otherwise, '' for none */
  readonly chain?: string | undefined;
  /** seconds */
  readonly expiresAt?: number | undefined;
};

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const REGTEST = '06226e46111a0b59caaf126043eb5bbf28c34f3a5e332a1fc7b2b73cf188910f';

const fromHex = (hex: string): number[] => [...Buffer.from(hex, 'hex')];

/** A number without zeros in front. */
function numberBytes(value: number): number[] {
  const hex = value.toString(16);
  return fromHex(hex.padStart(hex.length + (hex.length % 2), '0'));
}

function field(type: number, bytes: readonly number[] | undefined): number[] {
  if (bytes === undefined || bytes.length === 0) return [];
  const length = bytes.length < 0xfd ? [bytes.length] : [0xfd, bytes.length >> 8, bytes.length & 0xff];
  return [type, ...length, ...bytes];
}

/** An offer (BOLT 12). */
export function writeOffer({ msats, description, issuer, metadata, chain = REGTEST, expiresAt }: OfferDraft): string {
  const bytes = [
    ...field(2, fromHex(chain)),
    ...field(4, fromHex(metadata)),
    ...field(8, msats === undefined ? undefined : numberBytes(msats)),
    ...field(10, [...new TextEncoder().encode(description)]),
    ...field(14, expiresAt === undefined ? undefined : numberBytes(expiresAt)),
    ...field(22, fromHex(issuer)),
  ];
  return `lno1${regroup(bytes, 8, 5, true)!
    .map((word) => LETTERS[word])
    .join('')}`;
}
