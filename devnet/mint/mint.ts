import type { Ledger } from '#devnet/lightning/ledger.ts';
import { listen } from '#devnet/listen.ts';
import { type Books, openBooks, type Touched } from './books.ts';
import { checkStates, type Desk, proofStateOf, restore, swap } from './exchange.ts';
import { createFaults, type MintFaults } from './faults.ts';
import { infoOf, keysOfBooks, keysetsOf, type MintCard } from './info.ts';
import type { KeysetPlan } from './keysets.ts';
import { foundMelt, meltQuoteAnswer, quoteMelt, quoteOfferMelt, type Routing } from './melting.ts';
import { checkMintQuote, mint, mintQuoteAnswer, notePaid, quoteMint, type Till } from './minting.ts';
import { checkOffer, mintOffer, noteOfferPaid, offerAnswer, quoteOffer } from './offers.ts';
import { createPayments } from './payments.ts';
import { MintError } from './mint-error.ts';
import { createMintServer, type Execute } from './server.ts';
import { keyOf } from './signing.ts';
import { serveSockets } from './socket.ts';

export type MintOptions = {
  /** what pays its invoices, and what it pays by */
  readonly ledger: Ledger;
  readonly name?: string;
  /** 0, the default, for any free one */
  readonly port?: number;
  /** a file, or `':memory:'`, the default */
  readonly books?: string;
  /** other seeds give other keys; that of a file is kept */
  readonly seed?: string;
  /** of the first keysets; one of long id and no fee in sats unless told otherwise */
  readonly keysets?: readonly KeysetPlan[];
  readonly routing?: Routing;
  /** seconds for which answers are kept (NUT-19), 60 by default; false for a mint that forgets them */
  readonly cacheSeconds?: number | false;
  /** seconds for which quotes can be paid */
  readonly quoteSeconds?: number;
  /** seconds that a part of an invoice waits for the others (NUT-15) */
  readonly partSeconds?: number;
  readonly hasSocket?: boolean;
  /** whether it makes and pays offers (NUT-25); not unless told */
  readonly hasOffers?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly motd?: string;
  /** is given each request that came */
  readonly heard?: (path: string, body: string) => void;
  /** seconds since the epoch */
  readonly now?: () => number;
};

/** A running mint. */
export type Mint = {
  readonly url: string;
  readonly name: string;
  /** by which it calls itself, hex */
  readonly pubkey: string;
  /** its account in the ledger */
  readonly account: string;
  readonly books: Books;
  readonly faults: MintFaults;
  /** ends a payment that hangs */
  endPayment(quote: string, ends?: 'paid' | 'failed'): Promise<void>;
  /** hangs up on every socket; they may come again */
  dropSockets(): void;
  stop(): Promise<void>;
};

/** One percent of the amount is asked for, at least 2, and half of that is what Lightning costs. */
const reserve = (amount: number): number => Math.max(2, Math.ceil(amount / 100));
const ROUTING: Routing = { reserve, fee: (amount) => Math.floor(reserve(amount) / 2) };

const CACHE_SECONDS = 60;
const QUOTE_SECONDS = 3_600;
const PART_SECONDS = 20;
const MOST = 1_000_000;

type Doings = { till: Till; routing: Routing; card: MintCard; url: () => string } & {
  payments: ReturnType<typeof createPayments>;
};

/** What each request does. */
const createExecute =
  ({ till, routing, card, url, payments }: Doings): Execute =>
  (asked, body, fault) => {
    const id = asked.id ?? '';
    const isOffer = asked.method === 'bolt12';
    if (isOffer && !card.hasOffers) throw new MintError('unit');
    const doings = {
      info: () => infoOf(card, till.books, url(), till.now()),
      keys: () => keysOfBooks(till.books, asked.id),
      keysets: () => keysetsOf(till.books),
      swap: () => swap(till, body),
      'mint quote': () => (isOffer ? quoteOffer(till, body) : quoteMint(till, body)),
      'check mint quote': () => (isOffer ? checkOffer(till, id) : checkMintQuote(till, id)),
      mint: () => (isOffer ? mintOffer(till, body) : mint(till, body)),
      'melt quote': () => (isOffer ? quoteOfferMelt : quoteMelt)(till, routing, body),
      'check melt quote': () => meltQuoteAnswer(foundMelt(till, id, asked.method)),
      melt: () => payments.melt(body, asked.method, fault),
      checkstate: () => checkStates(till, body),
      restore: () => restore(till, body),
      socket: () => undefined,
    };
    return doings[asked.endpoint]();
  };

/** What a subscriber is told (NUT-17). */
function payloadOf({ books }: Desk, { kind, id }: Touched): unknown {
  if (kind === 'proof_state') return proofStateOf(books, id);
  if (kind === 'bolt11_mint_quote') {
    const quote = books.mintQuote(id);
    return quote && mintQuoteAnswer(quote);
  }
  if (kind === 'bolt12_mint_quote') {
    const quote = books.offer(id);
    return quote && offerAnswer(quote);
  }
  const quote = books.meltQuote(id);
  return quote && meltQuoteAnswer(quote);
}

/** Opens the books, and writes the first keysets into new ones. */
function booksOf({ books: path = ':memory:', seed = 'mint', keysets = [{}] }: MintOptions): Books {
  const books = openBooks(path, seed);
  if (books.keysets.size === 0) for (const plan of keysets) books.add(plan);
  return books;
}

function tillOf(options: MintOptions, books: Books): Till {
  const { ledger, name = 'mint', now = () => Math.floor(Date.now() / 1_000) } = options;
  const { quoteSeconds = QUOTE_SECONDS, least = 1, most = MOST } = options;
  return { books, now, ledger, account: `mint ${name}`, quoteSeconds, least, most };
}

/** Starts a mint on loopback: real HTTP, real books. What it is paid and pays goes by the ledger. */
export async function startMint(options: MintOptions): Promise<Mint> {
  const { name = 'mint', seed = 'mint', routing = ROUTING, hasSocket = true, port = 0, motd } = options;
  const { hasOffers = false } = options;
  const cacheSeconds = options.cacheSeconds === false ? undefined : (options.cacheSeconds ?? CACHE_SECONDS);
  const books = booksOf(options);
  const till = tillOf(options, books);
  const faults = createFaults();
  const payments = createPayments(till, routing, options.partSeconds ?? PART_SECONDS);
  const card: MintCard = {
    name,
    description: 'A mint of the sample network. Its sats are worth nothing.',
    pubkey: keyOf(`${seed} mint`).pubkey,
    motd,
    contact: [{ method: 'nostr', info: 'nobody' }],
    least: till.least,
    most: till.most,
    cacheSeconds,
    hasSocket,
    hasOffers,
  };
  const execute = createExecute({ till, routing, card, payments, url: () => url });
  const server = createMintServer({ till, faults, execute, cacheSeconds, heard: options.heard });
  const isOpen = () => hasSocket && faults.take('socket') === undefined;
  const sockets = serveSockets({ server, isOpen, payloadOf: (touched) => payloadOf(till, touched) });
  const endings = [
    books.onTouched(sockets.tell),
    till.ledger.onSettled((invoice) => {
      notePaid(till, invoice);
      noteOfferPaid(till, invoice);
    }),
  ];
  payments.recover();
  for (const { hash } of books.all<{ hash: string }>(`SELECT hash FROM mint_quotes WHERE state = 'UNPAID'`)) {
    const invoice = till.ledger.find(hash);
    if (invoice?.settled) notePaid(till, invoice);
  }
  const url = `http://127.0.0.1:${await listen(server, port)}`;
  return {
    url,
    name,
    pubkey: card.pubkey,
    account: till.account,
    books,
    faults,
    endPayment: payments.endPayment,
    dropSockets: sockets.drop,
    async stop() {
      for (const end of endings) end();
      sockets.drop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      books.close();
      faults.clear();
    },
  };
}
