import { type Fault, holds } from './fault.ts';

type Waiting = { bytes: Buffer; readonly due: number };

const THROTTLE_STEP_MS = 50;

/** One direction of a socket: whole frames leave in their order, each when the fault lets it. */
export class Lane {
  readonly #write: (bytes: Buffer) => void;
  readonly #fault: () => Fault;
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (bytes: Buffer) => void, fault: () => Fault) {
    this.#write = write;
    this.#fault = fault;
  }

  push(bytes: Buffer): void {
    const fault = this.#fault();
    const delayMs = fault.kind === 'delay' ? fault.ms : 0;
    this.#waiting.push({ bytes, due: performance.now() + delayMs });
    if (this.#timer === undefined) this.#pump();
  }

  /** the fault has changed: what waits for it may go */
  look(): void {
    clearTimeout(this.#timer);
    this.#pump();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #pump(): void {
    this.#timer = undefined;
    for (let head = this.#waiting[0]; head; head = this.#waiting[0]) {
      const fault = this.#fault();
      if (holds(fault)) return;
      const wait = fault.kind === 'delay' ? head.due - performance.now() : 0;
      if (wait > 0) return this.#again(wait);
      if (fault.kind === 'throttle') return this.#slice(head, (fault.bytesPerSecond * THROTTLE_STEP_MS) / 1_000);
      this.#waiting.shift();
      this.#write(head.bytes);
    }
  }

  #slice(head: Waiting, bytes: number): void {
    this.#write(head.bytes.subarray(0, bytes));
    head.bytes = head.bytes.subarray(bytes);
    if (head.bytes.length === 0) this.#waiting.shift();
    this.#again(THROTTLE_STEP_MS);
  }

  #again(ms: number): void {
    this.#timer = setTimeout(() => this.#pump(), ms);
  }
}
