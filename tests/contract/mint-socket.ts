import { setTimeout } from 'node:timers/promises';
import { once } from 'node:events';
import { WebSocket } from 'ws';

type Payload = Readonly<Record<string, unknown>>;

const PATIENCE_MS = 10_000;

/** A subscriber of a mint (NUT-17). */
export async function openSocket(url: string) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws`);
  const payloads: Payload[] = [];
  let ids = 0;
  let wake = () => {};
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { params?: { payload?: Payload }; result?: Payload };
    const told = message.params?.payload ?? message.result;
    if (told) payloads.push(told);
    wake();
  });
  await once(socket, 'open');
  return {
    subscribe(kind: string, filters: readonly string[]) {
      const params = { kind, filters, subId: `sub-${ids}` };
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'subscribe', params, id: ids++ }));
    },
    /** waits until something of this kind was told */
    async heard(isMeant: (payload: Payload) => boolean): Promise<Payload> {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const found = payloads.find(isMeant);
        if (found) return found;
        if (Date.now() > until) throw new Error(`Not told; heard ${JSON.stringify(payloads)}`);
        await Promise.race([new Promise<void>((done) => (wake = done)), setTimeout(100)]);
      }
    },
    close: () => socket.close(),
  };
}
