import { createLedger } from '#devnet/lightning/ledger.ts';
import { startMint, type Mint } from '#devnet/mint/mint.ts';

/** What many tabs that act at once came to. */
export type TabsReport = {
  /** what was done to its end by a tab that stayed */
  readonly done: number;
  /** what its tab was closed over */
  readonly cut: number;
  /** what a person was told instead of what they wanted */
  readonly told: readonly string[];
  /** what the books of the mints and the ledger do not agree on */
  readonly faults: readonly string[];
  /** ms from the end of the tab that acts until another one does */
  readonly failovers: readonly number[];
};

type Signing = {
  readonly quote?: string;
  readonly inputs?: readonly { readonly secret: string }[];
  readonly outputs?: readonly { readonly B_: string }[];
};

/** Blinded messages that were sent for two things: two operations took the same number of the seed. */
const countCollisions = () => {
  const seen = new Map<string, string>();
  const collisions = new Set<string>();
  return {
    heard(path: string, body: string) {
      if (!/\/v1\/(?:swap|mint\/bolt11|melt\/bolt11)$/.test(path)) return;
      const { quote, inputs = [], outputs = [] } = JSON.parse(body) as Signing;
      const what = quote ?? inputs.map(({ secret }) => secret).join(' ');
      for (const { B_ } of outputs) {
        if ((seen.get(B_) ?? what) !== what) collisions.add(B_);
        seen.set(B_, what);
      }
    },
    count: () => collisions.size,
  };
};

/** What is there at a mint, usable or out; in sats. */
export type There = (mint: string) => number;

/** Two mints, and somebody who pays their invoices. */
export const openRushWorld = async (seed: string) => {
  const lightning = createLedger();
  lightning.fund('payer', 100_000_000);
  const keysets = [{ version: '01', fee: 100 }] as const;
  const collisions = countCollisions();
  const mints: readonly Mint[] = await Promise.all(
    ['one', 'other'].map((name) =>
      startMint({ ledger: lightning, name, seed: `${seed} ${name}`, keysets, heard: collisions.heard }),
    ),
  );
  return {
    mints,
    urls: mints.map(({ url }) => url),
    /** once, however often it is asked for */
    payInvoice(invoice: string) {
      if (!lightning.find(invoice)?.settled) lightning.pay('payer', invoice);
    },
    makeInvoice: (sats: number) => lightning.invoice({ payee: 'payee', msats: sats * 1_000 }).text,
    /** What the books do not agree on with what is there. */
    faults(there: There): readonly string[] {
      const uneven = mints.flatMap(({ url, name, books }) => {
        const owed = books.outstanding();
        const unissued = books.all<{ quote: string }>(`SELECT * FROM mint_quotes WHERE state = 'PAID'`);
        return [
          ...(owed === there(url) ? [] : [`${name} owes ${owed}, ${there(url)} are there`]),
          ...unissued.map(() => `an invoice of ${name} is paid and not taken`),
        ];
      });
      const twice = collisions.count();
      return twice > 0 ? [...uneven, `${twice} numbers were taken twice`] : uneven;
    },
    async stop() {
      for (const mint of mints) await mint.stop();
    },
  };
};
