import type { ActorRefFrom } from 'xstate';
import { copiesOf, isCopied } from '#domain/ecash/ledger/outbox.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { ecashSyncMachine } from '#machines/ecash/ecash-sync.machine.ts';
import type { EcashCopies } from '#ports/ecash.ts';
import type { Changing } from '#ports/session.ts';
import type { Ledger } from '#store/ledger/ledger.ts';
import type { RelayChoice } from '#store/ledger/relay-choice.ts';
import { createListeners } from '#domain/listeners.ts';
import { oneAtATime } from '#domain/one-at-a-time.ts';
import { followChild } from '#actors/shell/follow-child.ts';
import { onChanged } from '#actors/shell/on-changed.ts';
import { readTellable, TELLABLE_STORES } from './telling.ts';

type CopiesDeps = Pick<RunningAreas, 'follow'> & {
  /** the ledger of whoever is logged in, and who that is */
  readonly ledger: () => Ledger | undefined;
  readonly pubkey: () => string | undefined;
  /** Tells when somebody else is logged in. */
  readonly onAccount: (listener: () => void) => () => void;
  readonly choice: RelayChoice;
  /** the write relays of the account */
  readonly relays: () => readonly string[];
  /** is told whether all of it is on relays */
  readonly seen: (isDone: boolean) => void;
};

type SyncRef = ActorRefFrom<typeof ecashSyncMachine>;

/** What the chart of the relays does, where it runs in this tab. */
const stateOf = (sync: SyncRef | undefined): EcashCopies['state'] => {
  const snapshot = sync?.getSnapshot();
  if (!snapshot) return 'not here';
  return (['off', 'unsigned', 'telling', 'short'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'at rest';
};

/** What relays hold of the ecash of whoever is logged in, as they said themselves; read again after each change. */
export const createRelayCopies = (deps: CopiesDeps): Changing<EcashCopies | undefined> => {
  const { ledger, pubkey, choice, relays, follow, seen } = deps;
  const listeners = createListeners();
  let copies: EcashCopies | undefined;
  let state: EcashCopies['state'] = 'not here';
  let stop = () => {};
  const read = oneAtATime(async () => {
    const [from, who] = [ledger(), pubkey()];
    if (!from || who === undefined) return;
    const tellable = await readTellable(from).catch(() => undefined);
    // of somebody else it is read by itself
    if (!tellable || from !== ledger()) return;
    const { isOn } = choice.get(who);
    copies = { isOn, state, ...copiesOf(tellable, relays()) };
    seen(!isOn || isCopied(tellable, copies));
    listeners.tell();
  });
  const attach = () => {
    stop();
    copies = undefined;
    listeners.tell();
    stop = ledger()?.watch(read, { stores: TELLABLE_STORES }) ?? (() => {});
    read();
  };
  followChild(
    (look) => follow('ecash', ({ children }) => look(children['ecash-sync'] as SyncRef | undefined)),
    (sync) => {
      const next = stateOf(sync);
      if (next === state) return;
      state = next;
      read();
    },
  );
  onChanged({
    watch: (look) => [follow('relay-directory', look)],
    read: async () => relays().join(' '),
    tell: read,
  });
  choice.subscribe(read);
  deps.onAccount(attach);
  attach();
  return { get: () => copies, subscribe: listeners.subscribe };
};
