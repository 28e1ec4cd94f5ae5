import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { nip44 } from 'nostr-tools';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { chanceFrom } from '#devnet/content/random.ts';
import { isOut } from '#domain/ecash/ledger/operation.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { readPayable } from '#domain/wallet/payable.ts';
import { payWaiting, rushOnce, type RushTab } from '#tests/support/ecash-rush.ts';
import type { System } from '#ui/system-context.ts';

// this script has the rules of the app a second time; the page is one of the sample network
allowLoopback(true);

/** What the test gives to the page. */
declare global {
  interface Window {
    payInvoice(invoice: string): Promise<void>;
    makeInvoice(sats: number): Promise<string>;
  }
}

const SECRET = new Uint8Array(32).fill(41);
const PUBKEY = getPublicKey(SECRET);
const LOOK_MS = 20;

const keyFor = (pubkey: string) => nip44.getConversationKey(SECRET, pubkey);

// an extension that signs for somebody who is logged in, on pages of the app
if (location.protocol === 'http:') {
  Object.assign(window, {
    nostr: {
      getPublicKey: async () => PUBKEY,
      signEvent: async (event: EventTemplate) =>
        finalizeEvent({ ...event, tags: event.tags.map((tag) => [...tag]) }, SECRET),
      nip44: {
        encrypt: async (pubkey: string, text: string) => nip44.encrypt(text, keyFor(pubkey)),
        decrypt: async (pubkey: string, text: string) => nip44.decrypt(text, keyFor(pubkey)),
      },
    },
  });
  localStorage.setItem('nostrPubkey', PUBKEY);
  sessionStorage.setItem('nostrLoginMethod', 'nip07');
  sessionStorage.setItem('splash-shown', 'true');
}

type Fiber = {
  readonly memoizedProps?: { readonly value?: unknown };
  readonly child?: Fiber;
  readonly sibling?: Fiber;
};

const isSystem = (value: unknown): value is System =>
  typeof value === 'object' && value !== null && 'ecash' in value && 'later' in value;

/** The system of the app, as its views have it. */
const findSystem = (): System | undefined => {
  const root = document.getElementById('root');
  const key = root && Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
  const left: Fiber[] = key ? [(root as unknown as Record<string, Fiber>)[key]!] : [];
  for (;;) {
    const fiber = left.pop();
    if (!fiber) return undefined;
    const value = fiber.memoizedProps?.value;
    if (isSystem(value)) return value;
    left.push(...[fiber.sibling, fiber.child].flatMap((next) => next ?? []));
  }
};

const until = async <T>(look: () => T | undefined): Promise<T> => {
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
};

const started = async () => {
  const system = await until(findSystem);
  await Promise.all([system.later('ecash'), system.later('wallet')]);
  return { system, ecash: system.ecash()!, paying: system.wallet()!.paying };
};

const chartHas = ({ find }: System, tag: 'open' | 'acts' | 'none') =>
  find('ecash')
    ?.getSnapshot()
    .hasTag(tag as never) === true;

/** local storage: when a tab left, in ms since the epoch */
const LEFT = 'rushLeft';
addEventListener('pagehide', () => localStorage.setItem(LEFT, String(Date.now())));

let actsSince: number | undefined;
const noteActing = (system: System) =>
  system.follow('ecash', (snapshot) => {
    if (!snapshot.hasTag('acts')) actsSince = undefined;
    else actsSince ??= Date.now();
  });

const rush = {
  /** Settled once the wallet is open. */
  async ready() {
    const { system, ecash } = await started();
    await until(() => chartHas(system, 'open') && ecash.stand.get() !== undefined);
    noteActing(system);
  },
  /** Since when this tab acts, and when the last tab left; in ms since the epoch. */
  acts: () => ({ since: actsSince, left: Number(localStorage.getItem(LEFT)) }),
  async create(mints: readonly string[]) {
    const { system, ecash } = await started();
    await until(() => chartHas(system, 'none'));
    await ecash.create();
    await rush.ready();
    for (const mint of mints) await ecash.addMint(mint);
  },
  async deposit(mint: string, amount: number) {
    const { ecash } = await started();
    const id = await ecash.deposit({ mint, amount });
    const record = await until(() => ecash.stand.get()?.open.find((one) => one.id === id));
    await window.payInvoice(record.quote!.invoice);
    await until(() => ecash.stand.get()?.history.some(({ operation }) => operation === id));
  },
  /** A token that is out; `isLocked`: to ourselves, for which the mint is always asked. */
  async token(mint: string, amount: number, isLocked = false) {
    const { ecash } = await started();
    const pubkey = ecash.stand.get()?.lockKey ?? '';
    const id = await ecash.send({ mint, amount, ...(isLocked && { lock: { pubkey } }) });
    await until(() => ecash.stand.get()?.open.some((record) => record.id === id && isOut(record)));
    return await ecash.token(id);
  },
  receive: async (token: string) => (await started()).ecash.receive(token),
  async pay(mint: string, sats: number) {
    const { paying } = await started();
    const read = readPayable(await window.makeInvoice(sats), Date.now());
    if (!('problem' in read)) await paying.pay(read.payable, { kind: 'ecash', mint });
  },
  balance: () => findSystem()?.ecash()?.stand.get()?.balance,
  /** One thing by chance; what a person was told when it failed. */
  async once(mints: readonly string[], seed: string) {
    const { ecash, paying } = await started();
    const pay: RushTab['pay'] = async (mint, invoice) => {
      const read = readPayable(invoice, Date.now());
      if ('problem' in read) return read.problem;
      const hash = await paying.pay(read.payable, { kind: 'ecash', mint });
      const { phase, problem } = await paying.outcome(hash);
      return phase === 'settled' ? undefined : `${phase} ${problem?.code}`;
    };
    return await rushOnce({
      ecash,
      pay,
      payInvoice: window.payInvoice,
      makeInvoice: window.makeInvoice,
      mints,
      random: chanceFrom(seed).unit,
      isGone: () => false,
    });
  },
  /** What this tab says is there, by mint, or what of it is not over. */
  async end(): Promise<Record<string, number> | string[]> {
    const { ecash } = await started();
    const { open, mints } = await until(() => ecash.stand.get());
    const left = open.filter((record) => !isOut(record));
    await payWaiting(left, window);
    if (left.length > 0) return left.map(({ kind, phase, trouble }) => `a ${kind} is ${phase} (${trouble?.code})`);
    return Object.fromEntries(mints.map(({ url, balance, held }) => [url, balance + held]));
  },
};

export type RushPage = typeof rush;
Object.assign(window, { rush });
