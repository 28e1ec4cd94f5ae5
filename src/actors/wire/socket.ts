import { fromCallback } from 'xstate';
import type { ConnectionProblem } from '#domain/relays/relays-problem.ts';
import { SOCKET_STALE_MS } from '#domain/relays/relays-limits.ts';
import { leakedSecret, refuseSecrets } from '#domain/session/leaked-secret.ts';
import { relaySocketUrl } from '#domain/relays/relay-url.ts';
import type { SocketCommand, SocketFact } from '#machines/relays/socket-reconnect.machine.ts';
import type { Wire } from './wire.ts';

export type SocketDeps = {
  readonly createSocket: (url: string) => WebSocket;
  readonly onFrame: (relay: string, text: string) => void;
  readonly wire: Pick<Wire, 'connecting' | 'opened' | 'pinged' | 'ponged' | 'closed'>;
  /** ms since the epoch */
  readonly now: () => number;
};

const PING_ID = 'ping';
/** A browser cannot send ping frames: this asks for an event that cannot exist, and any frame is the pong. */
const PING = JSON.stringify(['REQ', PING_ID, { ids: ['0'.repeat(64)], limit: 1 }]);
const PING_END = JSON.stringify(['CLOSE', PING_ID]);

/** Browsers throw at once for a URL or a scheme they do not allow. */
const made = (create: SocketDeps['createSocket'], url: string, fail: () => void) => {
  try {
    refuseSecrets(url);
    return create(relaySocketUrl(url) ?? url);
  } catch (error) {
    fail();
    throw error;
  }
};

const reasonOf = (status: number, words: string): ConnectionProblem =>
  words === '' ? { code: 'relay-closed', status } : { code: 'relay-said', words };

/** The slot `socket`: one WebSocket. Frames go to `onFrame`; the machine hears only of its life. */
export const defineSocket = ({ createSocket, onFrame, wire, now }: SocketDeps) =>
  fromCallback<SocketCommand, { url: string }>(({ input: { url }, sendBack, receive }) => {
    const tell = (fact: SocketFact) => sendBack(fact);
    wire.connecting(url);
    const socket = made(createSocket, url, () => wire.closed(url, now()));
    const listening = new AbortController();
    const { signal } = listening;
    let heardAt = now();
    let awaitsPong = false;
    // a relay that closes is heard of later than its socket takes no more; what is lost then is sent over the next one
    const say = (text: string) => {
      // nothing comes here that was not looked at before: the last gate of what relays are told
      if (socket.readyState === socket.OPEN && leakedSecret(text) === undefined) socket.send(text);
    };
    const leave = () => {
      if (signal.aborted) return;
      listening.abort();
      socket.close();
      wire.closed(url, heardAt);
    };
    const hear = () => {
      heardAt = now();
      if (!awaitsPong) return;
      awaitsPong = false;
      say(PING_END);
      tell({ type: 'socket.pong', at: heardAt });
      wire.ponged(url);
    };

    const abandon = () => {
      leave();
      tell({ type: 'socket.overloaded', reason: { code: 'relay-in-vain' } });
    };

    const onOpen = () => {
      heardAt = now();
      tell({ type: 'socket.opened', at: heardAt });
      wire.opened(url, { send: say, abandon });
    };
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      hear();
      if (typeof data === 'string') onFrame(url, data);
    };
    const onClose = ({ code, reason }: CloseEvent) => {
      leave();
      tell({ type: 'socket.closed', code, reason: reasonOf(code, reason) });
    };
    socket.addEventListener('open', onOpen, { signal });
    socket.addEventListener('message', onMessage, { signal });
    socket.addEventListener('close', onClose, { signal });

    receive(({ type }) => {
      if (type === 'socket.check') {
        if (now() - heardAt > SOCKET_STALE_MS) tell({ type: 'socket.stale' });
        return;
      }
      awaitsPong = true;
      say(PING);
      wire.pinged(url);
    });
    return leave;
  });
