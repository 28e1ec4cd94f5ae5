// Another wallet (applesauce): reads what it is given on stdin, answers on stdout. See tests/contract/talk.ts.
import { json } from 'node:stream/consumers';
import { PrivateKeySigner } from 'applesauce-signers';
import { getHistoryRedeemed, unlockHistoryContent } from 'applesauce-wallet/helpers/history';
import { unlockTokenContent } from 'applesauce-wallet/helpers/tokens';
import { unlockWallet } from 'applesauce-wallet/helpers/wallet';
import * as nutzaps from 'applesauce-wallet/helpers/nutzap';
import { NutzapFactory, WalletFactory, WalletHistoryFactory, WalletTokenFactory } from 'applesauce-wallet/factories';

const { act, secret, ...given } = await json(process.stdin);
const signer = PrivateKeySigner.fromKey(secret);
const hex = (bytes) => (bytes ? [Buffer.from(bytes).toString('hex')] : []);
const ofKind = (kind) => given.events.filter((event) => event.kind === kind);

const read = async () => {
  const { mints, privateKey } = await unlockWallet(ofKind(17375)[0], signer);
  const tokens = await Promise.all(ofKind(7375).map((event) => unlockTokenContent(event, signer)));
  const history = ofKind(7376).map(async (event) => ({
    ...(await unlockHistoryContent(event, signer)),
    redeemed: getHistoryRedeemed(event),
  }));
  return { mints, privkeys: hex(privateKey), tokens, history: await Promise.all(history) };
};

const write = async () => {
  const { mint, privkey, proofs, deleted, created } = given;
  const wallet = await WalletFactory.create([mint], Buffer.from(privkey, 'hex')).sign(signer);
  const token = await WalletTokenFactory.create({ mint, unit: 'sat', proofs }, deleted).sign(signer);
  const content = { direction: 'in', amount: 21, created, mint };
  const history = await WalletHistoryFactory.create(content).sign(signer);
  return { events: [wallet, token, history] };
};

const readNutzap = () => {
  const [event] = given.events;
  return {
    isValid: nutzaps.isValidNutzap(event),
    amount: nutzaps.getNutzapAmount(event),
    mint: nutzaps.getNutzapMint(event),
    recipient: nutzaps.getNutzapRecipient(event).pubkey,
    lock: nutzaps.getNutzapP2PKPubkey(event),
    comment: nutzaps.getNutzapComment(event),
  };
};

const writeNutzap = async () => {
  const { to, mint, proofs, comment } = given;
  return { events: [await NutzapFactory.forProfile(to, { mint, proofs, unit: 'sat' }, comment).sign(signer)] };
};

console.log(JSON.stringify(await { read, write, 'read nutzap': readNutzap, 'write nutzap': writeNutzap }[act]()));
