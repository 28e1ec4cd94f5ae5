import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { feePaid } from '#domain/ecash/proofs/fees.ts';
import { readSignatures, type BlindSignature } from '#domain/ecash/mints/mint-answers.ts';
import { sumOf, type SealedOutputs } from '#domain/ecash/proof.ts';
import { lockPubkey } from '#domain/ecash/proofs/pubkey.ts';
import { checkBalance } from '#domain/ecash/proofs/selection.ts';
import type { EcashCore, MintOrder, OutputsWish, PreparedOutputs } from '#workers/ecash-calls.ts';
import { fail, makeProofs, type Bench, type SignedOutput } from './bench.ts';
import { lockedOutput, messageOf, quoteSignature, seededOutput, type BareOutput } from './cashu.ts';
import { quoteSeal } from './quotes.ts';
import { openInputs, openOutputs, sealOutputs, type OpenOutput } from './sealed-proofs.ts';

const QUOTE_SIGNATURE_WRONG = 20_008;

/** Outputs that come from the words, but for the locked ones. */
const prepare = async ({ inUse, at }: Bench, wish: OutputsWish): Promise<PreparedOutputs> => {
  const secrets = inUse();
  const { keyset, unit, keep = [], send = [], blanks = 0, lock } = wish;
  const place = { mint: at(wish.mint), unit, keyset };
  let used = 0;
  const seeded = (amount: number) => seededOutput(secrets.seed, keyset, wish.counter + used++, amount);
  const safeLock = lock && {
    ...lock,
    pubkey: lockPubkey(lock.pubkey),
    ...(lock.refund && { refund: lock.refund.map(lockPubkey) }),
  };
  const groups: readonly (readonly ['keep' | 'send' | 'change', readonly BareOutput[]])[] = [
    ['keep', keep.map(seeded)],
    ['send', send.map((amount) => (safeLock ? lockedOutput(keyset, amount, safeLock) : seeded(amount)))],
    ['change', Array.from({ length: blanks }, () => seeded(0))],
  ];
  const outputs = groups
    .filter(([, made]) => made.length > 0)
    .map(([role, made]) => sealOutputs(secrets, { role, ...place }, made));
  return { outputs: await Promise.all(outputs), used };
};

/** Sorted, so that the order tells the mint nothing of what is kept. */
const sorted = (outputs: readonly OpenOutput[]): readonly OpenOutput[] =>
  outputs.toSorted((a, b) => Number(a.output.blindedMessage.amount) - Number(b.output.blindedMessage.amount));

/** Keys are asked for before a request that cannot be taken back: what it brings can be opened. */
export const loadKeys = async ({ mints }: Bench, mint: string, outputs: readonly OpenOutput[]): Promise<void> => {
  for (const id of new Set(outputs.map(({ output }) => output.blindedMessage.id))) await mints.keyset(mint, id);
};

/** Signatures come in the order of what was asked for; gaps are left out. */
export const pair = (
  outputs: readonly OpenOutput[],
  signatures: readonly (BlindSignature | undefined)[],
): readonly SignedOutput[] =>
  signatures.flatMap((signature, index) => (signature ? [{ open: outputs[index]!, signature }] : []));

const worthOf = (outputs: readonly SealedOutputs[]): number =>
  outputs.reduce((sum, { amounts }) => amounts.reduce((all, amount) => all + amount, sum), 0);

/** New ecash for old, or for a paid invoice. */
export const createExchange = (bench: Bench): Pick<EcashCore, 'prepareOutputs' | 'swap' | 'mint'> => {
  const { mints, inUse, at, seconds } = bench;
  /** mints that know the old signature of a quote alone: they are asked by it first */
  const old = new Set<string>();

  const signMint = async ({ quote, pubkey, lockKey }: MintOrder) => {
    if (pubkey !== undefined && lockKey === undefined) return fail({ code: 'quote-key-missing' });
    return lockKey && (await inUse().sealer.unseal<string>(quoteSeal(quote), lockKey));
  };

  const postMint = async (order: MintOrder, mint: string, messages: readonly ReturnType<typeof messageOf>[]) => {
    const { quote, method = 'bolt11' } = order;
    const key = await signMint(order);
    const post = (isOld: boolean) =>
      mints.ask(mint, `/v1/mint/${method}`, {
        quote,
        outputs: messages,
        ...(key !== undefined && { signature: quoteSignature(key, quote, messages, isOld) }),
      });
    const wasOld = old.has(mint);
    try {
      return await post(wasOld);
    } catch (error) {
      const { problem } = error as EcashError;
      const isWrong = key !== undefined && problem.code === 'mint-refused' && problem.number === QUOTE_SIGNATURE_WRONG;
      if (!isWrong) throw error;
      const answer = await post(!wasOld);
      if (wasOld) old.delete(mint);
      else old.add(mint);
      return answer;
    }
  };

  return {
    prepareOutputs: (wish) => prepare(bench, wish),
    async swap({ mint, inputs, outputs }) {
      const url = at(mint);
      const open = sorted(await openOutputs(inUse(), outputs));
      checkBalance(inputs, worthOf(outputs.filter(({ role }) => role === 'send')));
      feePaid(sumOf(inputs), worthOf(outputs));
      await loadKeys(bench, url, open);
      const body = {
        inputs: await openInputs(inUse(), inputs, seconds()),
        outputs: open.map(({ output }) => messageOf(output)),
      };
      const signatures = readSignatures(await mints.ask(url, '/v1/swap', body), open.length);
      return { proofs: await makeProofs(bench, url, pair(open, signatures), { blank: false }) };
    },
    async mint(order) {
      const url = at(order.mint);
      const open = sorted(await openOutputs(inUse(), order.outputs));
      await loadKeys(bench, url, open);
      const messages = open.map(({ output }) => messageOf(output));
      const signatures = readSignatures(await postMint(order, url, messages), open.length);
      return { proofs: await makeProofs(bench, url, pair(open, signatures), { blank: false }) };
    },
  };
};
