import { fromCallback } from 'xstate';
import { ACTING_TAB_ANSWER_MS, ACTING_TAB_ASK_AGAIN_MS } from '#domain/ecash/ecash-limits.ts';
import type { EcashFact } from '#machines/ecash/ecash.machine.ts';
import { whileAwake, type AwakePage } from '#actors/shell/awake.ts';

/** name of the lock of the tab that acts, by the account */
const lockName = (pubkey: string) => `nuthatch: ecash ${pubkey}`;
/** name of the channel by which tabs say which of them acts, where the browser has no locks */
export const LEAD_CHANNEL = 'nuthatch-ecash-lead';

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

export type LeadDeps = {
  /** undefined where the browser has none */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly channel: Channel | undefined;
  /** a name that no other tab has */
  readonly tab: string;
  readonly page: AwakePage;
};

type Tell = (fact: EcashFact) => void;

/** The browser says who is first, and who is next once that tab is gone. */
const byLock = (locks: Pick<LockManager, 'request'>, pubkey: string, tell: Tell, signal: AbortSignal) => {
  const hold = () => {
    if (signal.aborted) return undefined;
    tell({ type: 'lead.won' });
    return new Promise<void>((leave) => signal.addEventListener('abort', () => leave(), { once: true }));
  };
  const begin = async () => {
    let wasFree = false;
    await locks.request(lockName(pubkey), { ifAvailable: true }, (lock) => {
      wasFree = lock !== null;
      return lock ? hold() : undefined;
    });
    if (wasFree || signal.aborted) return;
    tell({ type: 'lead.elsewhere', readOnly: false });
    await locks.request(lockName(pubkey), { signal }, hold);
  };
  // given up with the signal; where it is refused nothing can be stored either
  begin().catch(() => {
    if (!signal.aborted) tell({ type: 'lead.elsewhere', readOnly: true });
  });
};

type Message = { readonly pubkey: string; readonly type: 'who acts' | 'I act'; readonly tab: string };

/** Without locks the tabs ask each other. Of two that act at once one steps back; what both do is safe all the same. */
const byAsking = (channel: Channel, tab: string, pubkey: string, tell: Tell, signal: AbortSignal) => {
  let [acts, wasAnswered] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
  const say = (type: Message['type']) => channel.postMessage({ pubkey, type, tab } satisfies Message);
  const ask = () => {
    wasAnswered = false;
    say('who acts');
    timer = setTimeout(() => {
      if (wasAnswered) timer = setTimeout(ask, ACTING_TAB_ASK_AGAIN_MS);
      else win();
    }, ACTING_TAB_ANSWER_MS);
  };
  const win = () => {
    acts = true;
    say('I act');
    tell({ type: 'lead.won' });
  };
  const yieldTo = () => {
    acts = false;
    tell({ type: 'lead.elsewhere', readOnly: true });
    timer = setTimeout(ask, ACTING_TAB_ASK_AGAIN_MS);
  };
  const hear = ({ data }: MessageEvent) => {
    const message = data as Partial<Message>;
    if (message.pubkey !== pubkey || typeof message.tab !== 'string') return;
    if (message.type === 'who acts' && acts) say('I act');
    if (message.type !== 'I act') return;
    if (acts) return message.tab < tab ? yieldTo() : say('I act');
    if (!acts && !wasAnswered) tell({ type: 'lead.elsewhere', readOnly: true });
    wasAnswered = true;
  };
  channel.addEventListener('message', hear as EventListener);
  signal.addEventListener('abort', () => {
    channel.removeEventListener('message', hear as EventListener);
    clearTimeout(timer);
  });
  ask();
};

/**
 * The slot `lead`: whether this tab acts for the account, and when the one that did is gone. A page that the browser stops, or
 * keeps for a way back, holds nobody up: it leaves its place, and asks for it again once it goes on.
 */
export const defineLead = ({ locks, channel, tab, page }: LeadDeps) =>
  fromCallback<EcashFact, { pubkey: string }>(({ input: { pubkey }, sendBack }) => {
    const stand = (signal: AbortSignal) => {
      const tell: Tell = (fact) => {
        if (!signal.aborted) sendBack(fact);
      };
      if (locks) byLock(locks, pubkey, tell, signal);
      else if (channel) byAsking(channel, tab, pubkey, tell, signal);
      // of other tabs nothing is known here: that each change of the ledger looks first is all there is
      else tell({ type: 'lead.won' });
    };
    return whileAwake(page, stand, () => sendBack({ type: 'lead.left' } satisfies EcashFact));
  });
