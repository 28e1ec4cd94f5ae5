import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { QueryClient } from '@tanstack/query-core';
import { createActor } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { defineAttend, type RelayCareDeps } from '#actors/relays/relay-care.ts';
import { defineIntroduce } from '#actors/relays/relay-terms.ts';
import { relayCareMachine } from '#machines/relays/relay-care.machine.ts';
import { relayTermsMachine } from '#machines/relays/relay-terms.machine.ts';
import type { EventTemplate, Signer } from '#domain/protocol/signer.ts';
import type { startRelayLayer } from './relay-layer.ts';

type Layer = Pick<ReturnType<typeof startRelayLayer>, 'wire' | 'directory'>;

/** A signer that signs everything with the key of a person; `lies`: what it gives back instead. */
export const createFakeSigner = (person = 1, lies: (event: NostrEvent) => NostrEvent = (event) => event) => {
  const secret = new Uint8Array(32).fill(person);
  const pubkey = getPublicKey(secret);
  const signed: EventTemplate[] = [];
  const signer: Signer = {
    pubkey,
    signEvent: async (template) => {
      signed.push(template);
      return lies(finalizeEvent({ ...template, tags: template.tags.map((tag) => [...tag]) }, secret));
    },
    nip44: undefined,
    nip04: undefined,
  };
  return { signer, signed };
};

/** What relays tell about themselves, by the host of their URL; the others are not there. */
const fakeFetch =
  (documents: Record<string, unknown>): typeof fetch =>
  async (input) => {
    const document = documents[new URL(input instanceof Request ? input.url : input).host];
    if (document === undefined) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(document));
  };

/** The machine that looks after relays, joined as the app joins it. */
export const startRelayCare = (deps: RelayCareDeps) => {
  const introduce = defineIntroduce(deps);
  const actors = { attend: defineAttend(deps), 'relay-terms': relayTermsMachine.provide({ actors: { introduce } }) };
  return createActor(relayCareMachine.provide({ actors })).start();
};

/** The care of the relays of a layer, with a signer that tests set and relays that tell what tests say. */
export const startCare = ({ wire, directory }: Layer, documents: Record<string, unknown> = {}) => {
  const state: { signer: Signer | undefined } = { signer: undefined };
  const listeners = new Set<() => void>();
  const known: string[] = [];
  const queryClient = new QueryClient();
  const care = startRelayCare({
    wire,
    directory: () => directory,
    queryClient,
    signer: () => state.signer,
    account: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    onKnown: (relay) => void known.push(relay),
    fetch: fakeFetch(documents),
    now: Date.now,
  });
  const logIn = (signer: Signer | undefined) => {
    state.signer = signer;
    for (const listener of listeners) listener();
  };
  return { actor: care, stop: () => void care.stop(), queryClient, logIn, known, watched: () => listeners.size };
};
