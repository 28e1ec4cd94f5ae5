import { awaitsPayment } from '#domain/ecash/ledger/deposit.ts';
import { saysSpent, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { isOut, type Operation } from '#domain/ecash/ledger/operation.ts';
import type { MoneyEntry } from '#domain/money/money-entry.ts';
import { toSeconds } from '#domain/units.ts';
import { toSats } from '#domain/msats.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { depositEnd, endedWhy } from './ended-why.ts';
import { ecashProblemText } from './failure-text.ts';
import { leadOf } from './token-lead.ts';
import type { KnownOperation } from './use-operation.ts';
import type { Fact } from '#ui/kit/facts.tsx';
import type { Step } from '#ui/kit/steps.tsx';
import { kindText } from '#ui/money/entry-words.ts';
import { linesOf } from '#ui/money/known-lines.ts';
import { shortHash } from '#ui/money/short-hash.ts';

const texts = ecashMovesTexts.operation;

/** characters of the id of a keyset that are shown */
const ID_SHOWN = 8;

const feeFact = (entry: MoneyEntry, record: Operation | undefined): Fact => {
  if (entry.feeMsats !== undefined) return [moneyTexts.fact.fee, whole(toSats(entry.feeMsats)), 'num'];
  const most = record && record.kind !== 'deposit' ? record.fee + (record.quote?.reserve ?? 0) : undefined;
  return [texts.feeMost, most === undefined ? undefined : whole(most), 'num'];
};

/** What an operation is made of, in words. */
export const operationFacts = (entry: MoneyEntry, { record, row }: KnownOperation): readonly Fact[] => {
  const { lock, attempts = 0, spends = 0 } = record ?? {};
  const { leaves } = record ?? row ?? {};
  const quote = record?.quote?.id ?? row?.quote;
  const dateOf = (ms: number) => dateLabel(toSeconds(ms));
  return [
    [moneyTexts.fact.amount, whole(toSats(entry.msats)), 'num'],
    feeFact(entry, record),
    [texts.setAside, spends > 0 ? whole(spends) : undefined, 'num'],
    [texts.mint, [entry.from, entry.mint].filter(Boolean).join(' → ')],
    [texts.for, entry.note === '' ? undefined : moneyTexts.quoted(entry.note), 'text'],
    [texts.leaves, leaves?.map((id) => id.slice(0, ID_SHOWN)).join(', '), 'mono'],
    [texts.lock, lock && shortHash(lock.pubkey), 'mono'],
    [texts.quote, quote && shortHash(quote), 'mono'],
    [texts.attempts, attempts > 0 ? texts.times(attempts) : undefined],
    [texts.began, dateOf(record?.createdAt ?? row?.begun ?? entry.at)],
    [moneyTexts.fact.hash, entry.paymentHash && shortHash(entry.paymentHash), 'mono'],
  ];
};

/** What is not paid, but did not happen. */
const NOT_DONE: Partial<Record<MoneyEntry['kind'], () => { readonly title: string }>> = {
  'token in': () => ({ title: ecashMovesTexts.receive.failed }),
  'token out': () => ({ title: ecashMovesTexts.send.notMade }),
  move: () => ({ title: ecashMovesTexts.transfer.failed }),
};

/** What came by an offer never expires. */
const whyUnpaid = ({ why }: MoneyEntry): string => (why?.code === 'offer-sums' ? ecashProblemText(why) : texts.expired);

/** Why nobody looked yet at what the words have at a mint. */
const whyNotLooked = (trouble: EcashProblem | undefined): string =>
  trouble && trouble.code !== 'mint-silent' ? endedWhy(trouble, texts.looksOn) : texts.looksLater;

/** Why a token was not received; a mint that calls it spent was asked once more, and called it unspent. */
export const notReceivedWhy = (why: EcashProblem | undefined): string => {
  if (why?.code === 'token-partly-spent') return ecashProblemText(why);
  return why && saysSpent(why) ? ecashMovesTexts.receive.contradicts : endedWhy(why, ecashMovesTexts.receive.asItWas);
};

type About = { readonly title: string; readonly why: string };

/** Somebody else had the ecash first, who for most of it can only be another device of the same person. */
const goneOf = ({ kind, direction, state, mint = '' }: MoneyEntry): About => {
  if (kind === 'deposit' || kind === 'move') return depositEnd({ outcome: 'spent elsewhere' }, mint);
  if (kind === 'zap' && direction === 'in') return { title: moneyTexts.takenElsewhereTitle, why: texts.tipGone };
  const notDone = state === 'not paid' && NOT_DONE[kind]?.();
  return { ...texts.about[state], ...notDone, why: direction === 'out' ? texts.goneOut : texts.gone };
};

/** Why it stands where it stands, in words; `notKnown`: what is told where nobody knows; `trouble`: what its record says. */
export const aboutOf = (
  entry: MoneyEntry,
  notKnown = texts.about['not known'].title,
  trouble?: EcashProblem,
): About => {
  const { state, kind, token, truth, feeMsats = 0, mint = '', isElsewhere } = entry;
  if (kind === 'restored' && entry.why) return { title: texts.notLooked, why: ecashProblemText(entry.why) };
  if (state === 'not known')
    return { ...texts.about[state], title: notKnown, ...(kind === 'restored' && { why: whyNotLooked(trouble) }) };
  const about = { ...texts.about[state], ...(state === 'not paid' && NOT_DONE[kind]?.()) };
  if (entry.isUnpaid) return { title: ecashMovesTexts.deposit.waiting, why: ecashMovesTexts.deposit.waitingWhy };
  if (token === 'taken') return { title: ecashMovesTexts.send.taken, why: ecashMovesTexts.send.takenWhy };
  if (token === 'taken back') return { title: ecashMovesTexts.send.back, why: ecashMovesTexts.send.backWhy(entry) };
  if (token === 'gone') return goneOf(entry);
  if (token === 'out' && isElsewhere) return { title: ecashMovesTexts.send.waiting, why: texts.outElsewhere };
  if (token === 'out') return { title: ecashMovesTexts.send.waiting, why: leadOf(entry.hands) };
  if (state === 'paid' && isElsewhere) return { title: kindText(entry), why: texts.elsewhere };
  if (kind === 'token in' && state === 'not paid') return { ...about, why: notReceivedWhy(entry.why) };
  if (entry.why?.code === 'quote-issued') return depositEnd({ outcome: 'not done', why: entry.why }, mint);
  if (kind === 'deposit' && state === 'not paid') return { ...about, why: whyUnpaid(entry) };
  if (kind === 'deposit' && state === 'needs you')
    return { title: ecashMovesTexts.deposit.attention(mint), why: ecashMovesTexts.deposit.attentionWhy };
  if (state === 'paid' && truth !== undefined) {
    const title = kind === 'invoice' ? moneyTexts.invoicePaid : kindText(entry);
    const kept = (entry.surplus ?? 0) < 0 ? ` ${ecashMovesTexts.pay.paidWhy(entry)}` : '';
    return { title, why: `${texts.truth[truth]}${kept}` };
  }
  if (state !== 'not paid') return about;
  return { ...about, why: endedWhy(entry.why, feeMsats > 0 ? texts.backLess(whole(toSats(feeMsats))) : about.why) };
};

const stepsOfRecord = (record: Operation, mint: string): readonly Step[] => {
  const { attempts, spends } = record;
  const written: Step = { state: 'done', text: record.elsewhere ? texts.begunElsewhere : texts.written };
  if (awaitsPayment(record))
    return [written, { state: 'now', text: texts.payment }, { text: ecashMovesTexts.deposit.issued(mint) }];
  const aside: readonly Step[] =
    record.inputs.length > 0 ? [{ state: 'done', text: texts.aside, end: whole(spends) }] : [];
  if (isOut(record))
    return [
      written,
      ...aside,
      { state: 'done', text: texts.out },
      { state: 'now', text: ecashMovesTexts.send.waiting },
    ];
  const isSent = attempts > 0;
  return [
    written,
    ...aside,
    { state: isSent ? 'done' : 'now', text: texts.sent(mint) },
    { ...(isSent && { state: 'now' as const }), text: texts.waiting },
    { text: texts.done },
  ];
};

/** How far it came. */
export const stepsOf = (entry: MoneyEntry, record: Operation | undefined): readonly Step[] => {
  const mint = entry.mint ?? '';
  if (record) return stepsOfRecord(record, mint);
  const isBad = entry.state === 'not paid';
  const said = entry.token === 'taken' ? texts.taken : entry.token === 'taken back' ? texts.back : texts.done;
  const began = entry.isElsewhere ? texts.begunElsewhere : texts.written;
  return [
    { state: 'done', text: began },
    { state: isBad ? 'bad' : 'done', text: isBad ? texts.notDone : said },
  ];
};

/** What is known and since when, the newest first. */
export const knownOfOperation = (
  entry: MoneyEntry,
  record: Operation | undefined,
  notKnown = texts.about['not known'].title,
) => {
  const { state } = entry;
  const title = state === 'not known' ? notKnown : texts.about[state].title;
  const lines = record
    ? [
        { at: record.createdAt, text: texts.written },
        { at: record.changedAt, text: record.trouble ? ecashProblemText(record.trouble) : title },
      ]
    : [{ at: entry.at, text: aboutOf(entry, notKnown).title }];
  return lines.reverse();
};

/** The same to give to those who run the mint: nobody's secret is in it. */
export const evidenceOf = (entry: MoneyEntry, { record, row }: KnownOperation, mint: string): string => {
  const { id, phase, rev, attempts, refusals, kind } = record ?? {};
  const [quote, invoice] = [record?.quote?.id ?? row?.quote, record?.quote?.invoice ?? row?.invoice];
  return [
    `mint ${mint}`,
    `operation ${id ?? entry.id}, ${kind ?? entry.kind}, ${toSats(entry.msats)} sat`,
    ...(record ? [`phase ${phase}, rev ${rev}, sent ${attempts}, refused ${refusals}`] : []),
    ...(quote ? [`quote ${quote}`] : []),
    ...(invoice ? [invoice] : []),
    ...(entry.paymentHash ? [`payment hash ${entry.paymentHash}`] : []),
    ...(entry.why ? [ecashProblemText(entry.why)] : []),
    ...linesOf(knownOfOperation(entry, record)),
  ].join('\n');
};
