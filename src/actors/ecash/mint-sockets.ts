import type { MintProblem } from '#domain/ecash/ecash-problem.ts';
import {
  readMintMessage,
  socketUrl,
  writeSubscribe,
  writeUnsubscribe,
  type Subscription,
} from '#domain/ecash/mints/subscription.ts';

/** Hears what a mint tells of one subscription; `ended`: it tells no more, and why. */
export type Listener = { told(payload: unknown): void; ended(problem: MintProblem): void };

/** The sockets of mints: one for each, shared by all who listen, closed when nobody does. */
export type MintSockets = {
  /** Listens until it is stopped. Never throws: what goes wrong is told as the end. */
  follow(mint: string, subscription: Subscription, listener: Listener): () => void;
};

type Listening = { readonly subscription: Subscription; readonly listener: Listener };

type Line = {
  readonly listeners: Map<string, Listening>;
  /** Asks for one of the listeners, as soon as the socket is open. */
  subscribe(subId: string): void;
  unsubscribe(subId: string): void;
  close(): void;
};

type SocketProblem = 'mint-socket-failed' | 'mint-socket-closed' | 'mint-socket-unreachable';

const NAME = 'nuthatch-';

/** One socket. `gone` is called once, when it ends by itself. */
const openLine = (socket: WebSocket, gone: (code: SocketProblem) => void): Line => {
  const listeners: Line['listeners'] = new Map();
  const requests = new Map<number, string>();
  const listening = new AbortController();
  const { signal } = listening;
  let ids = 0;
  let wasOpen = false;
  const isOpen = () => socket.readyState === socket.OPEN;
  const subscribe = (subId: string) => {
    const found = listeners.get(subId);
    // one that is closing tells of its end much later
    if (socket.readyState > socket.OPEN) gone('mint-socket-closed');
    if (!found || !isOpen()) return;
    requests.set(ids, subId);
    socket.send(writeSubscribe(ids++, subId, found.subscription));
  };
  const hear = (text: string) => {
    const message = readMintMessage(text);
    if (message?.type === 'told') listeners.get(message.subId)?.listener.told(message.payload);
    if (message?.type !== 'refused') return;
    const subId = requests.get(message.id) ?? '';
    const refused = listeners.get(subId);
    listeners.delete(subId);
    refused?.listener.ended({ code: 'mint-refused', number: 0, said: '' });
  };
  const end = () => gone(wasOpen ? 'mint-socket-closed' : 'mint-socket-unreachable');
  const opened = () => {
    wasOpen = true;
    for (const subId of listeners.keys()) subscribe(subId);
  };
  socket.addEventListener('open', opened, { signal });
  socket.addEventListener('close', end, { signal });
  socket.addEventListener('error', end, { signal });
  socket.addEventListener('message', ({ data }) => hear(String(data)), { signal });
  return {
    listeners,
    subscribe,
    unsubscribe(subId) {
      if (isOpen()) socket.send(writeUnsubscribe(ids++, subId));
    },
    close() {
      listening.abort();
      socket.close();
    },
  };
};

/** Sockets of NUT-17, made by `createSocket`. */
export const createMintSockets = (createSocket: (url: string) => WebSocket): MintSockets => {
  const lines = new Map<string, Line>();
  let names = 0;

  const end = (mint: string, code: SocketProblem) => {
    const line = lines.get(mint);
    lines.delete(mint);
    line?.close();
    for (const { listener } of line?.listeners.values() ?? []) listener.ended({ code });
  };

  const lineOf = (mint: string): Line | undefined => {
    try {
      const line = lines.get(mint) ?? openLine(createSocket(socketUrl(mint)), (code) => end(mint, code));
      lines.set(mint, line);
      return line;
    } catch {
      // browsers throw at once for an address that they do not allow
      return undefined;
    }
  };

  return {
    follow(mint, subscription, listener) {
      const line = lineOf(mint);
      if (!line) {
        listener.ended({ code: 'mint-socket-failed' });
        return () => {};
      }
      const subId = `${NAME}${names++}`;
      line.listeners.set(subId, { subscription, listener });
      line.subscribe(subId);
      return () => {
        if (!line.listeners.delete(subId)) return;
        line.unsubscribe(subId);
        if (line.listeners.size > 0) return;
        if (lines.get(mint) === line) lines.delete(mint);
        line.close();
      };
    },
  };
};
