import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { BareToken } from '#domain/ecash/tokens/read-token.ts';
import { writeBase64Url } from '#domain/text/base64.ts';
import { writeTokenB } from './cashu.ts';

const HEX = /^(?:[\da-f]{2})+$/;

const writeA = ({ mint, unit, memo, proofs }: BareToken): string => {
  const json = JSON.stringify({ token: [{ mint, proofs }], unit, ...(memo !== undefined && { memo }) });
  return `cashuA${writeBase64Url(utf8ToBytes(json))}`;
};

/** A token as text: version B, or A where a keyset has an id of an old kind (SEND-02). */
export const writeToken = (token: BareToken): string =>
  token.proofs.every(({ id }) => HEX.test(id)) ? writeTokenB(token) : writeA(token);
