import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { NWCWalletService, type NWCWalletServiceKeyPair, type Nip47EncryptionType } from '@getalby/sdk/nwc';
import { wait, type NwcFault } from './wallet-faults.ts';

type WireEvent = Awaited<ReturnType<NWCWalletService['signEvent']>>;
type Template = Parameters<NWCWalletService['signEvent']>[0];

/** The request at hand: each is answered in a context of its own. */
type Request = { readonly event: WireEvent; readonly method: string; readonly fault: NwcFault | undefined };

/** What a request asks for. */
export type NwcAsked = { readonly method: string; readonly params: Readonly<Record<string, unknown>> };

/** The way to the relays and back, as the library asks for it. */
export type ServiceRelays = {
  ensureRelay(url: string): Promise<unknown>;
  subscribe(
    relays: readonly string[],
    filter: object,
    params: { readonly onevent?: ((event: WireEvent) => void) | undefined },
  ): { close(): void };
  publish(relays: readonly string[], event: WireEvent): Promise<string>[];
  close(relays: readonly string[]): void;
};

export type ServiceOptions = {
  readonly relayUrls: string[];
  readonly keypair: NWCWalletServiceKeyPair;
  /** what it can read; the first one that it names is what it prefers */
  readonly encryptions: readonly Nip47EncryptionType[];
  /** what is to go wrong with a request */
  readonly takeFault: (asked: NwcAsked) => NwcFault | undefined;
  /** answers that the library does not know how to ask its handler for; undefined: the library answers */
  readonly answerOf: (method: string) => object | undefined;
  /** signs as the library does, faster */
  readonly sign: (event: Template, secretKey: string) => WireEvent;
  /** left out: sockets */
  readonly relays?: ServiceRelays | undefined;
};

const RESPONSE = 23_195;
const tagOf = (event: Pick<WireEvent, 'tags'>, name: string): string | undefined =>
  event.tags.find((tag) => tag[0] === name)?.[1];

const OTHER_KEY = createHash('sha256').update('somebody else').digest('hex');

/**
 * The wallet service of @getalby/sdk, which also keeps to what it leaves out (a request is answered once however many relays bring
 * it, and not after its `expiration`) and does what it is told to do wrong.
 */
export class ScriptedService extends NWCWalletService {
  readonly #context = new AsyncLocalStorage<Request>();
  readonly #options: ServiceOptions;
  readonly #seen = new Set<string>();
  readonly #conversation: Uint8Array;
  /** methods of the requests that came, in their order */
  readonly methods: string[] = [];

  constructor(options: ServiceOptions) {
    super({ relayUrls: options.relayUrls });
    this.#options = options;
    const { walletSecret, clientPubkey } = options.keypair;
    this.#conversation = getConversationKey(Buffer.from(walletSecret, 'hex'), clientPubkey);
    if (options.relays) Object.assign(this.pool, options.relays);
    const { subscribe, publish } = this.pool;
    const pool = this.pool;
    this.pool.subscribe = (relays, filter, { onevent, ...params }) =>
      subscribe.call(pool, relays, filter, { ...params, onevent: (event) => void this.#receive(event, onevent) });
    this.pool.publish = (relays, event) => [this.#publish(event, (one) => publish.call(pool, relays, one))];
  }

  /** What is to go wrong with the request at hand. */
  get fault(): NwcFault | undefined {
    return this.#context.getStore()?.fault;
  }

  async #receive(event: WireEvent, answer: ((event: WireEvent) => void) | undefined): Promise<void> {
    const isLate = Number(tagOf(event, 'expiration') ?? Infinity) * 1_000 < Date.now();
    if (this.#seen.has(event.id) || isLate) return;
    this.#seen.add(event.id);
    const asked = await this.#askedBy(event);
    if (asked === undefined) return;
    const { method } = asked;
    this.methods.push(method);
    const request = { event, method, fault: this.#options.takeFault(asked) };
    await this.#context.run(request, async () => {
      const own = this.#options.answerOf(method);
      if (own) await this.#answer(event, { result_type: method, ...own });
      else answer?.(event);
    });
  }

  /** What is asked for; undefined when the request cannot be read, which is answered where that is possible. */
  async #askedBy(event: WireEvent): Promise<NwcAsked | undefined> {
    const encryption = (tagOf(event, 'encryption') ?? 'nip04') as Nip47EncryptionType;
    if (!this.#options.encryptions.includes(encryption)) {
      const error = { code: 'UNSUPPORTED_ENCRYPTION', message: `Use ${this.#options.encryptions.join(' or ')}` };
      await this.#answer(
        { ...event, tags: [['encryption', this.#options.encryptions[0]!]] },
        { result_type: '', error },
      );
      return undefined;
    }
    try {
      const text = await this.decrypt(this.#options.keypair, event.content, encryption);
      const { method, params = {} } = JSON.parse(text) as { method: string; params?: NwcAsked['params'] };
      return { method, params };
    } catch {
      return undefined;
    }
  }

  async #answer(event: WireEvent, response: object): Promise<void> {
    const { keypair } = this.#options;
    const encryption = (tagOf(event, 'encryption') ?? 'nip04') as Nip47EncryptionType;
    const content = String(await this.encrypt(keypair, JSON.stringify(response), encryption));
    await this.#send({
      kind: RESPONSE,
      content,
      tags: [
        ['e', event.id],
        ['p', keypair.clientPubkey],
      ],
    });
  }

  /** Tells the app something that it did not ask for: no fault of a request touches it. */
  async tell(kind: number, text: string, type: Nip47EncryptionType): Promise<void> {
    const { keypair } = this.#options;
    await this.#context.exit(async () =>
      this.#send({ kind, content: await this.encrypt(keypair, text, type), tags: [['p', keypair.clientPubkey]] }),
    );
  }

  async #send(template: Pick<Template, 'kind' | 'content' | 'tags'>): Promise<void> {
    const event = { ...template, created_at: Math.floor(Date.now() / 1_000) };
    const signed = await this.signEvent(event, this.#options.keypair.walletSecret);
    await Promise.all(this.pool.publish(this.relayUrls, signed));
  }

  override async decrypt(
    keypair: NWCWalletServiceKeyPair,
    content: string,
    type: Nip47EncryptionType,
  ): Promise<string> {
    return type === 'nip04'
      ? String(await super.decrypt(keypair, content, type))
      : decrypt(content, this.#conversation);
  }

  override async encrypt(
    keypair: NWCWalletServiceKeyPair,
    content: string,
    type: Nip47EncryptionType,
  ): Promise<string> {
    const { fault, method } = this.#context.getStore() ?? {};
    if (fault?.type === 'undecryptable') return 'bm90IGZvciB5b3U=?iv=bm90IGZvciB5b3UhIQ==';
    const changed = method === undefined ? undefined : changedAnswer(method, fault);
    const text = changed ?? content;
    return type === 'nip04' ? String(await super.encrypt(keypair, text, type)) : encrypt(text, this.#conversation);
  }

  override async signEvent(event: Template, secretKey: string): Promise<WireEvent> {
    const { fault } = this.#context.getStore() ?? {};
    if (fault?.type === 'other request')
      event.tags = event.tags.map((tag) => (tag[0] === 'e' ? ['e', OTHER_KEY] : tag));
    return await Promise.resolve(this.#options.sign(event, fault?.type === 'other key' ? OTHER_KEY : secretKey));
  }

  /** Never rejects: the library does not look at what it publishes. */
  async #publish(event: WireEvent, publish: (event: WireEvent) => Promise<string>[]): Promise<string> {
    const { fault } = this.#context.getStore() ?? {};
    if (fault?.type === 'no answer') return '';
    if (fault?.type === 'late') await wait(fault.ms);
    await Promise.allSettled(publish(event));
    if (fault?.type === 'twice') {
      const { kind, content, tags } = event;
      const again = { kind, content, tags, created_at: event.created_at + 1 };
      await Promise.allSettled(publish(this.#options.sign(again, this.#options.keypair.walletSecret)));
    }
    return '';
  }
}

/** What is answered instead; undefined: the answer stays. */
function changedAnswer(method: string, fault: NwcFault | undefined): string | undefined {
  const answer = { result_type: method };
  if (fault?.type === 'error')
    return JSON.stringify({ ...answer, error: { code: fault.code, message: fault.message ?? '' } });
  if (fault?.type === 'result') return JSON.stringify({ ...answer, result: fault.result });
  return fault?.type === 'no result' ? JSON.stringify(answer) : undefined;
}
