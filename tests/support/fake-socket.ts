/** A WebSocket that the test plays the relay of. */
export class FakeSocket extends EventTarget {
  readonly url: string;
  readonly OPEN = WebSocket.OPEN;
  readonly sent: unknown[][] = [];
  readyState: number = WebSocket.CONNECTING;

  constructor(url: string) {
    super();
    this.url = url;
  }

  send(text: string): void {
    if (this.readyState !== WebSocket.OPEN) throw new DOMException('not open', 'InvalidStateError');
    this.sent.push(JSON.parse(text) as unknown[]);
  }

  /** What a page calls; the relay hears of it, the page gets `close` later, if it still listens. */
  close(): void {
    this.readyState = WebSocket.CLOSING;
  }

  opens(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  says(...message: unknown[]): void {
    this.saysRaw(JSON.stringify(message));
  }

  saysRaw(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** As browsers do: an `error` first when the end was not clean. */
  closes(code = 1006, reason = ''): void {
    this.readyState = WebSocket.CLOSED;
    if (code === 1006) this.dispatchEvent(new Event('error'));
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }

  /** The messages of a verb, such as REQ. */
  sentOf(verb: string): unknown[][] {
    return this.sent.filter((message) => message[0] === verb);
  }
}

/** Makes fake sockets and keeps them, the newest of a relay found by its URL. */
export const createFakeSockets = () => {
  const sockets: FakeSocket[] = [];
  const isOf = (url: string) => (socket: FakeSocket) => socket.url.replace(/\/$/, '') === url;
  return {
    sockets,
    create: (url: string): WebSocket => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    of: (url: string) => sockets.findLast(isOf(url))!,
    madeFor: (url: string) => sockets.filter(isOf(url)).length,
  };
};
