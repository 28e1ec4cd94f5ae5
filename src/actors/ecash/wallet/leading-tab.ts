import type { TabChannel } from '#store/storage/tab-channel.ts';
import { fromCallback } from 'xstate';
import type { LeadFact, PageFact, TabSaid, TabWord } from '#machines/ecash/leading-tab.machine.ts';
import { whileAwake, type AwakePage } from '#actors/shell/awake.ts';

/** name of the lock of the tab that acts, by the account */
const lockName = (pubkey: string) => `nuthatch: ecash ${pubkey}`;
/** name of the channel by which tabs say which of them acts, where the browser has no locks */
export const LEAD_CHANNEL = 'nuthatch-ecash-lead';

export type LeadDeps = {
  /** undefined where the browser has none */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly channel: TabChannel | undefined;
  /** a name that no other tab has */
  readonly tab: string;
  readonly page: AwakePage;
};

type Tell = (fact: LeadFact) => void;

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

type Message = { readonly pubkey: string; readonly type: TabSaid; readonly tab: string };
type Mine = { pubkey: string };

/** The slots of `leading-tab`, and how it talks with other tabs. */
export const createLead = ({ locks, channel, tab, page }: LeadDeps) => ({
  actors: {
    'watch page': fromCallback(({ sendBack }) => {
      const tell = (fact: PageFact) => sendBack(fact);
      return whileAwake(
        page,
        () => tell({ type: 'page.awake' }),
        () => tell({ type: 'page.asleep' }),
      );
    }),
    'wait for lock': fromCallback<LeadFact, Mine>(({ input: { pubkey }, sendBack }) => {
      const ending = new AbortController();
      if (locks) byLock(locks, pubkey, sendBack, ending.signal);
      return () => ending.abort();
    }),
    'hear tabs': fromCallback<TabWord, Mine>(({ input: { pubkey }, sendBack }) => {
      const tell = (word: TabWord) => sendBack(word);
      const hear = ({ data }: MessageEvent) => {
        const message = data as Partial<Message>;
        if (message.pubkey !== pubkey || typeof message.tab !== 'string') return;
        if (message.type === 'who acts') tell({ type: 'tab.asks' });
        if (message.type === 'I act') tell({ type: 'tab.acts', isFirst: message.tab < tab });
      };
      channel?.addEventListener('message', hear as EventListener);
      return () => channel?.removeEventListener('message', hear as EventListener);
    }),
  },
  guards: { 'has locks': () => locks !== undefined, 'can hear tabs': () => channel !== undefined },
  actions: {
    say: (_: unknown, { pubkey, word }: { readonly pubkey: string; readonly word: TabSaid }) =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
      channel?.postMessage({ pubkey, type: word, tab } satisfies Message),
  },
});
