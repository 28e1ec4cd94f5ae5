import { createLedger } from '#devnet/lightning/ledger.ts';
import { Missing } from './install.ts';
import { MINT_CASES, type MintUnderTest } from './mint-cases.ts';
import { createClient } from './mint-client.ts';
import { RELAY_CASES } from './relay-cases.ts';
import { WALLET_CASES } from './wallet-cases.ts';
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

async function tryServer(server: ServerUnderTest): Promise<Row> {
  const row: Row = { name: server.name, ran: 0, failures: [], notOffered: 0 };
  let running: Running;
  try {
    running = await server.start();
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    return { ...row, skipped: error.message };
  }
  try {
    const { cases, notOffered } = await casesFor(server, running);
    row.notOffered = notOffered;
    for (const { name, run } of cases) {
      row.ran += 1;
      await run().catch((error: unknown) => row.failures.push(`${name}: ${(error as Error).message}`));
    }
  } finally {
    await running.stop();
  }
  return row;
}

function lineOf({ name, ran, failures, notOffered, skipped }: Row): string {
  const head = name.padEnd(22);
  if (skipped !== undefined) return `${head}SKIPPED  ${skipped}`;
  const offers = notOffered > 0 ? `, ${notOffered} not offered by it` : '';
  const verdict = failures.length === 0 ? 'ok     ' : 'FAILED ';
  return [
    `${head}${verdict}  ${ran - failures.length} of ${ran} cases${offers}`,
    ...failures.map((each) => `    ${each}`),
  ].join('\n');
}

/**
 * Tries every server, or those whose names begin with one of the words, with the same cases; one row each. False when a case
 * failed, or when none was run.
 */
export async function runInterop(words: readonly string[], say: (line: string) => void): Promise<boolean> {
  const meant = SERVERS.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
  const rows: Row[] = [];
  for (const server of meant) {
    say(`… ${server.name}`);
    rows.push(await tryServer(server));
  }
  say('');
  for (const row of rows) say(lineOf(row));
  const ran = rows.reduce((sum, row) => sum + row.ran, 0);
  const failed = rows.reduce((sum, { failures }) => sum + failures.length, 0);
  const skipped = rows.filter((row) => row.skipped !== undefined).length;
  say(`\n${ran} cases run on ${rows.length - skipped} servers: ${failed} failed. ${skipped} servers skipped.`);
  return ran > 0 && failed === 0;
}
