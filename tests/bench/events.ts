import { createHash } from 'node:crypto';
import { initNostrWasm } from 'nostr-wasm';
import type { NostrEvent } from '#domain/protocol/event.ts';

const seed = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Signs notes quickly and reproducibly, for benchmarks. */
export async function createSigner() {
  const wasm = await initNostrWasm();
  return (author: number, content: string, created_at: number, tags: string[][] = []): NostrEvent => {
    const event = { kind: 1, created_at, tags, content, pubkey: '', id: '', sig: '' };
    wasm.finalizeEvent(event, seed(`author ${author}`), seed(content));
    return event;
  };
}

const words = 'relay note bird bark nut tree wind night stone river letter signal copper moss lantern harbor'.split(
  ' ',
);
const sentence = (index: number) =>
  Array.from(
    { length: 12 + (index % 30) },
    (_, at) => words[(index * 7 + at * 13 + ((index * at) % 11)) % words.length],
  ).join(' ');

/** `count` distinct notes of 500 authors, one second apart, the newest at `until` (seconds). */
export async function signedNotes(count: number, until: number): Promise<NostrEvent[]> {
  const sign = await createSigner();
  return Array.from({ length: count }, (_, index) =>
    sign(index % 500, `${index}: ${sentence(index)}.`, until - count + index),
  );
}

/** A note like a real one whose content was changed after it was signed. */
export const forged = (event: NostrEvent, index: number): NostrEvent => {
  const content = `FORGED ${event.content}`;
  if (index % 2) return { ...event, content };
  const body = JSON.stringify([0, event.pubkey, event.created_at, event.kind, event.tags, content]);
  return { ...event, content, id: hex(new Uint8Array(createHash('sha256').update(body).digest())) };
};
