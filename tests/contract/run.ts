import { createLedger } from '#devnet/lightning/ledger.ts';
import { CLIENTS, type ClientUnderTest } from './clients.ts';
import { Missing } from './install.ts';
import { MINT_CASES, type MintUnderTest } from './mint-cases.ts';
import { createClient } from './mint-client.ts';
import { RELAY_CASES } from './relay-cases.ts';
import { WALLET_CASES } from './wallet-cases.ts';
import { startClient } from './talk.ts';
import { type Running, SERVERS, type ServerUnderTest } from './servers.ts';

type Case = { readonly name: string; readonly run: () => Promise<void> };
type Row = { readonly name: string; ran: number; readonly failures: string[]; notOffered: number; skipped?: string };

async function mintOf({ url, payInvoice, invoice }: Running): Promise<MintUnderTest> {
  const client = createClient(url, payInvoice ?? (async () => {}));
  const { nuts } = (await client.get('/v1/info')).json as { nuts: Record<string, unknown> };
  const strangers = createLedger();
  return {
    ...client,
    nuts: { ...nuts, isHonestPayer: invoice !== undefined },
    invoice: invoice ?? (async (sats) => strangers.invoice({ payee: 'somebody', msats: sats * 1_000 }).text),
  };
}

/** The cases for a server that runs, and how many of them it does not offer to do. */
async function casesFor({ kind }: ServerUnderTest, running: Running): Promise<{ cases: Case[]; notOffered: number }> {
  if (kind === 'relay')
    return { cases: RELAY_CASES.map(({ name, run }) => ({ name, run: () => run(running.url) })), notOffered: 0 };
  const mint = await mintOf(running);
  const all = [...MINT_CASES, ...WALLET_CASES];
  const offered = all.filter(({ needs }) => needs === undefined || needs(mint.nuts));
  const cases = offered.map(({ name, run }) => ({ name, run: () => run(mint) }));
  return { cases, notOffered: all.length - cases.length };
}

type Trial = { readonly cases: readonly Case[]; readonly notOffered: number; stop(): Promise<void> };
type Tried = { readonly name: string; readonly begin: () => Promise<Trial> };

const serverTried = (server: ServerUnderTest): Tried => ({
  name: server.name,
  begin: async () => {
    const running = await server.start();
    return { ...(await casesFor(server, running)), stop: () => running.stop() };
  },
});

const clientTried = ({ name, program, cases }: ClientUnderTest): Tried => ({
  name,
  begin: async () => {
    const talk = await startClient(program);
    return {
      cases: cases.map((each) => ({ ...each, run: () => each.run(talk) })),
      notOffered: 0,
      stop: async () => {},
    };
  },
});

async function tryOne({ name, begin }: Tried): Promise<Row> {
  const row: Row = { name, ran: 0, failures: [], notOffered: 0 };
  let trial: Trial;
  try {
    trial = await begin();
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    return { ...row, skipped: error.message };
  }
  try {
    row.notOffered = trial.notOffered;
    for (const each of trial.cases) {
      row.ran += 1;
      await each.run().catch((error: unknown) => row.failures.push(`${each.name}: ${(error as Error).message}`));
    }
  } finally {
    await trial.stop();
  }
  return row;
}

function lineOf({ name, ran, failures, notOffered, skipped }: Row): string {
  const head = name.padEnd(26);
  if (skipped !== undefined) return `${head}SKIPPED  ${skipped}`;
  const offers = notOffered > 0 ? `, ${notOffered} not offered by it` : '';
  const verdict = failures.length === 0 ? 'ok     ' : 'FAILED ';
  return [
    `${head}${verdict}  ${ran - failures.length} of ${ran} cases${offers}`,
    ...failures.map((each) => `    ${each}`),
  ].join('\n');
}

/**
 * Tries every server with the same cases and every program of others, or those whose names begin with one of the words; one
 * row each. False when a case failed, or when none was run.
 */
export async function runInterop(words: readonly string[], say: (line: string) => void): Promise<boolean> {
  const all = [...SERVERS.map(serverTried), ...CLIENTS.map(clientTried)];
  const meant = all.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
  const rows: Row[] = [];
  for (const each of meant) {
    say(`… ${each.name}`);
    rows.push(await tryOne(each));
  }
  say('');
  for (const row of rows) say(lineOf(row));
  const ran = rows.reduce((sum, row) => sum + row.ran, 0);
  const failed = rows.reduce((sum, { failures }) => sum + failures.length, 0);
  const skipped = rows.filter((row) => row.skipped !== undefined).length;
  say(`\n${ran} cases run on ${rows.length - skipped} servers and programs: ${failed} failed. ${skipped} skipped.`);
  return ran > 0 && failed === 0;
}
