/** The prime of secp256k1. */
const P = 2n ** 256n - 2n ** 32n - 977n;

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; square = (square * square) % P, rest >>= 1n)
    if (rest & 1n) result = (result * square) % P;
  return result;
};

/** Whether hex characters are a point of the curve (BIP-340): half of all secret keys are none, so cannot be taken for a public one. */
export const isPublicKey = (hex: string): boolean => {
  const x = BigInt(`0x${hex || 0}`);
  return x < P && power(x ** 3n + 7n, (P - 1n) / 2n) === 1n;
};
