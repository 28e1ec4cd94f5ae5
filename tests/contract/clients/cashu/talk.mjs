// Older versions of cashu-ts: reads what it is given on stdin, answers on stdout. See tests/contract/talk.ts.
import { json } from 'node:stream/consumers';

const { act, version, ...given } = await json(process.stdin);
const cashu = await import(`cashu-${version}`);
const number = (amount) => Number(amount);
const plain = ({ id, amount, secret, C }) => ({ id, amount: number(amount), secret, C });

const acts = {
  decode: () => {
    const { mint, unit, memo, proofs } = cashu.getDecodedToken(
      given.text,
      version === 2 ? given.ids.map((id) => ({ id })) : given.ids,
    );
    return { mint, unit, memo, proofs: proofs.map(plain) };
  },
  encode: () => {
    const { mint, proofs, memo, form } = given;
    return { text: cashu.getEncodedToken({ mint, unit: 'sat', memo, proofs }, { version: form === 'A' ? 3 : 4 }) };
  },
  'decode request': () => {
    const { id, amount, unit, mints, description, singleUse, transport } = cashu.decodePaymentRequest(given.text);
    return { id, amount: number(amount), unit, mints, description, singleUse, transport };
  },
  'encode request': () => {
    const { transport, id, amount, unit, mints, description, singleUse } = given;
    const request = new cashu.PaymentRequest(transport, id, amount, unit, mints, description, singleUse);
    return { text: request.toEncodedRequest() };
  },
};

console.log(JSON.stringify(acts[act]()));
