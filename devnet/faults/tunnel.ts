import { connect, type Socket } from 'node:net';
import { type Fault, holds } from './fault.ts';
import { closeFrame, createFrameReader, type Frame, malformedFrame, textFrame } from './frames.ts';
import { Lane } from './lane.ts';
import { garbageFrames, madeUpEvent } from './made-up.ts';
import { messageOf, newTally, noteClient, noteRelay } from './tally.ts';

const HEAD_END = '\r\n\r\n';
const FLOOD_STEP_MS = 20;
/** a flood waits while so many bytes are unsent, so that the proxy itself does not grow */
const FLOOD_MAX_UNSENT = 2_000_000;
/** between the first half of a frame and the reset, which would overtake it */
const CUT_MS = 20;

type Deps = { readonly client: Socket; readonly relayPort: number; readonly fault: () => Fault };

/** One connection of a client, carried on to the relay under the fault that holds. */
export class Tunnel {
  readonly tally = newTally();
  readonly #client: Socket;
  readonly #relayPort: number;
  readonly #fault: () => Fault;
  readonly #toClient: Lane;
  readonly #held: Frame[] = [];
  #relay: Socket | undefined;
  #head = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;
  #madeUp = 0;
  #relayEnded = false;

  constructor({ client, relayPort, fault }: Deps) {
    this.#client = client;
    this.#relayPort = relayPort;
    this.#fault = fault;
    this.#toClient = new Lane((bytes) => void (client.writable && client.write(bytes)), fault);
    client.setNoDelay(true);
    client.on('data', (chunk: Buffer) => this.#onHead(chunk));
    client.on('end', () => this.#onClientEnd());
    client.on('error', () => client.destroy());
    client.on('close', () => this.#onClose());
    if (fault().kind === 'drop') client.end();
  }

  /** The fault has changed. */
  look(): void {
    clearInterval(this.#timer);
    if (this.#relay) {
      this.#toClient.look();
      for (const frame of holds(this.#fault()) ? [] : this.#held.splice(0)) this.#sendToRelay(frame);
      if (this.#relayEnded && !holds(this.#fault())) this.#client.end();
    } else if (this.#head.includes(HEAD_END)) this.#dial();
    this.#harm();
  }

  reset(): void {
    this.#client.resetAndDestroy();
  }

  /** What the fault does to a socket by itself. */
  #harm(): void {
    const fault = this.#fault();
    if (fault.kind === 'refuse') this.reset();
    if (fault.kind === 'drop' || fault.kind === 'status') this.#client.end();
    if (!this.tally.upgraded || !this.tally.open) return;
    if (fault.kind === 'close') {
      this.#toClient.push(closeFrame(fault.code));
      this.#client.end();
    }
    if (fault.kind === 'malformed') this.#toClient.push(malformedFrame);
    if (fault.kind === 'half-close') (fault.toward === 'client' ? this.#client : this.#relay)?.end();
    if (fault.kind === 'flap') this.#timer = setTimeout(() => this.#client.end(), fault.openMs);
    if (fault.kind === 'flood') this.#timer = setInterval(() => this.#flood(fault.perSecond), FLOOD_STEP_MS);
  }

  #onHead(chunk: Buffer): void {
    this.#head = Buffer.concat([this.#head, chunk]);
    if (this.#head.includes(HEAD_END)) this.#dial();
  }

  /** Answers the request of the client, or goes on to the relay with it. */
  #dial(): void {
    const fault = this.#fault();
    if (fault.kind === 'stall') return;
    this.#client.removeAllListeners('data');
    if (fault.kind === 'status') {
      this.#client.end(`HTTP/1.1 ${fault.status} Not now\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    const relay = (this.#relay = connect(this.#relayPort, '127.0.0.1'));
    relay.setNoDelay(true);
    relay.on('error', () => relay.destroy());
    relay.on('close', () => this.#onRelayEnd());
    relay.on('end', () => this.#onRelayEnd());
    relay.write(this.#head);
    if (/^upgrade: *websocket/im.test(this.#head.toString('latin1'))) this.#awaitUpgrade(relay);
    else relay.pipe(this.#client).pipe(relay);
  }

  #awaitUpgrade(relay: Socket): void {
    let answer: Buffer = Buffer.alloc(0);
    const read = createFrameReader();
    this.#readClient();
    const onAnswer = (chunk: Buffer): void => {
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf(HEAD_END) + HEAD_END.length;
      if (end < HEAD_END.length) return;
      relay.off('data', onAnswer);
      relay.on('data', (more: Buffer) => read(more).forEach((frame) => this.#onRelayFrame(frame)));
      this.#client.write(answer.subarray(0, end));
      this.tally.upgraded = answer.toString('latin1', 0, end).startsWith('HTTP/1.1 101');
      this.#harm();
      read(answer.subarray(end)).forEach((frame) => this.#onRelayFrame(frame));
    };
    relay.on('data', onAnswer);
  }

  #readClient(): void {
    const read = createFrameReader();
    this.#client.on('data', (chunk: Buffer) => read(chunk).forEach((frame) => this.#onClientFrame(frame)));
  }

  #onClientFrame(frame: Frame): void {
    if (frame.text !== undefined) this.tally.messages.push(messageOf(frame.text));
    if (frame.isClose) this.#leave();
    if (holds(this.#fault())) this.#held.push(frame);
    else this.#sendToRelay(frame);
  }

  #sendToRelay({ bytes, text }: Frame): void {
    if (this.#fault().kind === 'swallow' || !this.#relay?.writable) return;
    if (text !== undefined) noteClient(this.tally, text);
    this.#relay.write(bytes);
  }

  #onRelayFrame({ bytes, text }: Frame): void {
    const fault = this.#fault();
    if (fault.kind === 'swallow' || !this.#relay) return;
    if (fault.kind === 'cut') return this.#cut(bytes);
    if (fault.kind === 'garbage' && text !== undefined) {
      for (const garbage of garbageFrames(String(messageOf(text)[1]))) this.#toClient.push(garbage);
      if (fault.instead) return;
    }
    if (text !== undefined) noteRelay(this.tally, text);
    this.#toClient.push(bytes);
  }

  #cut(bytes: Buffer): void {
    if (!this.#client.writable) return;
    this.#relay?.destroy();
    this.#relay = undefined;
    this.#client.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
    setTimeout(() => this.reset(), CUT_MS);
  }

  #flood(perSecond: number): void {
    const ids = [...this.tally.subscriptions.keys()];
    const count = (perSecond * FLOOD_STEP_MS) / 1_000;
    if (ids.length === 0 || !this.#client.writable || this.#client.writableLength > FLOOD_MAX_UNSENT) return;
    const frames = Array.from({ length: count }, () =>
      textFrame(madeUpEvent(ids[this.#madeUp % ids.length]!, (this.#madeUp += 1))),
    );
    this.tally.madeUp += frames.length;
    this.#toClient.push(Buffer.concat(frames));
  }

  #onRelayEnd(): void {
    if (!this.#relay) return;
    this.#relayEnded = true;
    if (!holds(this.#fault())) this.#client.end();
  }

  #onClientEnd(): void {
    if (holds(this.#fault())) this.#client.destroy();
    else this.#relay?.end();
    if (!this.#relay) this.#client.end();
  }

  #leave(): void {
    this.tally.open = false;
    this.tally.subscriptions.clear();
  }

  #onClose(): void {
    this.#leave();
    clearInterval(this.#timer);
    this.#toClient.end();
    this.#relay?.destroy();
  }
}
