// Another wallet (NDK): reads what it is given on stdin, answers on stdout. See tests/contract/talk.ts.
import { json } from 'node:stream/consumers';
import NDK, {
  NDKCashuToken,
  NDKCashuWalletTx,
  NDKEvent,
  NDKNutzap,
  NDKPrivateKeySigner,
  NDKRelaySet,
} from '@nostr-dev-kit/ndk';
import { NDKCashuWallet } from '@nostr-dev-kit/wallet';

const { act, secret, relay, ...given } = await json(process.stdin);
const ndk = new NDK({ explicitRelayUrls: [relay], signer: new NDKPrivateKeySigner(secret) });
ndk.activeUser = await ndk.signer.user();
await ndk.connect(5_000);
const relays = NDKRelaySet.fromRelayUrls([relay], ndk);
const { pubkey } = ndk.activeUser;

const read = async () => {
  const wallet = await NDKCashuWallet.from(await ndk.fetchEvent({ kinds: [17375], authors: [pubkey] }));
  await wallet.start({ pubkey });
  const txs = await ndk.fetchEvents({ kinds: [7376], authors: [pubkey] });
  const history = await Promise.all([...txs].map((event) => NDKCashuWalletTx.from(event)));
  const tokens = wallet.state
    .getProofEntries({ onlyAvailable: true })
    .map(({ mint, proof }) => ({ mint, proofs: [proof] }));
  return {
    mints: wallet.mints,
    privkeys: [...wallet.privkeys.values()].map(({ privateKey }) => privateKey),
    tokens,
    history: history.map(({ direction, amount, fee }) => ({ direction, amount, fee })),
  };
};

const write = async () => {
  const { mint, privkey, proofs, deleted } = given;
  const wallet = new NDKCashuWallet(ndk);
  wallet.mints = [mint];
  wallet.relaySet = relays;
  await wallet.addPrivkey(privkey);
  await wallet.publish();
  await (await wallet.backup(false)).save(relays);
  const token = new NDKCashuToken(ndk);
  Object.assign(token, { mint, proofs, deletedTokens: deleted });
  await token.publish(relays);
  const tx = new NDKCashuWalletTx(ndk);
  Object.assign(tx, { direction: 'in', amount: 21, mint, createdTokens: [token] });
  await tx.sign();
  await tx.publish(relays);
  return { events: [] };
};

const readNutzap = () => {
  const nutzap = NDKNutzap.from(new NDKEvent(ndk, given.events[0]));
  const { isValid, amount, mint, recipientPubkey: recipient, rawP2pk: lock, comment } = nutzap;
  return { isValid, amount, mint, recipient, lock, comment };
};

const writeNutzap = async () => {
  const { to, mint, proofs, comment } = given;
  const nutzap = new NDKNutzap(ndk);
  Object.assign(nutzap, { mint, proofs, comment, unit: 'sat', recipientPubkey: to });
  await nutzap.sign();
  return { events: [nutzap.rawEvent()] };
};

process.stdout.write(
  `${JSON.stringify(await { read, write, 'read nutzap': readNutzap, 'write nutzap': writeNutzap }[act]())}\n`,
  () => process.exit(0),
);
