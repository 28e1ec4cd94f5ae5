import assert from 'node:assert/strict';
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { connect, query } from '#tests/devnet/relay-client.ts';

/** What any relay must do that the app reads from and writes to, whoever wrote it. */
export type RelayCase = { readonly name: string; readonly run: (url: string) => Promise<void> };

const now = (): number => Math.floor(Date.now() / 1_000);

/** Somebody who writes: each case has its own. */
function person() {
  const secret = generateSecretKey();
  const write = (kind: number, content = '', more: { tags?: string[][]; at?: number } = {}): NostrEvent =>
    finalizeEvent({ kind, content, tags: more.tags ?? [], created_at: more.at ?? now() }, secret);
  return { write, pubkey: write(1).pubkey };
}

/** Publishes and answers with what the OK message says. */
async function publish(url: string, event: NostrEvent): Promise<boolean> {
  const client = await connect(url);
  client.send('EVENT', event);
  const [, , isTaken] = await client.until(([verb, id]) => verb === 'OK' && id === event.id);
  client.close();
  return isTaken === true;
}

const ids = (events: readonly NostrEvent[]): string[] => events.map(({ id }) => id);

export const RELAY_CASES: readonly RelayCase[] = [
  {
    name: 'keeps what is signed, refuses what is not',
    run: async (url) => {
      const { write, pubkey } = person();
      const note = write(1, 'Hello');
      assert.ok(await publish(url, note));
      assert.ok(await publish(url, note));
      const forged = JSON.parse(JSON.stringify({ ...write(1, 'Bye'), content: 'Good bye' })) as NostrEvent;
      assert.ok(!(await publish(url, forged)));
      const [kept, ...more] = await query(url, { authors: [pubkey] });
      assert.deepEqual([kept?.id, kept?.sig, more.length], [note.id, note.sig, 0]);
    },
  },
  {
    name: 'finds by author, kind, id, tag and time, the newest first',
    run: async (url) => {
      const { write, pubkey } = person();
      const at = now() - 100;
      const notes = [0, 1, 2, 3].map((index) => write(1, `${index}`, { at: at + 10 * index, tags: [['t', pubkey]] }));
      const reaction = write(7, '+', { tags: [['e', notes[0]!.id]], at });
      for (const event of [...notes, reaction]) assert.ok(await publish(url, event));
      const newest = ids(notes).reverse();
      assert.deepEqual(ids(await query(url, { authors: [pubkey], kinds: [1] })), newest);
      assert.deepEqual(ids(await query(url, { '#t': [pubkey], limit: 2 })), newest.slice(0, 2));
      assert.deepEqual(ids(await query(url, { '#e': [notes[0]!.id] })), [reaction.id]);
      assert.deepEqual(ids(await query(url, { ids: [notes[1]!.id] })), [notes[1]!.id]);
      // between the seconds: whether the very second counts, stores do not agree on
      const middle = { authors: [pubkey], kinds: [1], since: at + 5, until: at + 25 };
      assert.deepEqual(ids(await query(url, middle)), newest.slice(1, 3));
    },
  },
  {
    name: 'tells subscribers of new events until they close',
    run: async (url) => {
      const { write, pubkey } = person();
      const client = await connect(url);
      client.send('REQ', 'live', { authors: [pubkey] });
      await client.until(([verb]) => verb === 'EOSE');
      const first = write(1, 'one');
      assert.ok(await publish(url, first));
      await client.until(([verb, , event]) => verb === 'EVENT' && (event as NostrEvent).id === first.id);
      client.send('CLOSE', 'live');
      client.send('REQ', 'after', { ids: [first.id] });
      await client.until(([verb, id]) => verb === 'EOSE' && id === 'after');
      const second = write(1, 'two');
      assert.ok(await publish(url, second));
      client.send('REQ', 'last', { ids: [second.id] });
      await client.until(([verb, id]) => verb === 'EOSE' && id === 'last');
      assert.ok(
        !client.messages.some(
          ([verb, id, event]) => verb === 'EVENT' && id === 'live' && (event as NostrEvent).id === second.id,
        ),
      );
      client.close();
    },
  },
  {
    name: 'keeps the newest of what is replaced',
    run: async (url) => {
      const { write, pubkey } = person();
      const at = now() - 100;
      const lists = [1, 0, 2].map((seconds) =>
        write(10_002, '', { at: at + seconds, tags: [['r', `wss://${seconds}.invalid`]] }),
      );
      const named = ['a', 'b'].map((name) => write(30_000, '', { at, tags: [['d', name]] }));
      for (const event of [...lists, ...named]) await publish(url, event);
      assert.deepEqual(ids(await query(url, { authors: [pubkey], kinds: [10_002] })), [lists[2]!.id]);
      assert.deepEqual(ids(await query(url, { authors: [pubkey], kinds: [30_000] })).sort(), ids(named).sort());
    },
  },
  {
    name: 'deletes for the author and nobody else',
    run: async (url) => {
      const [author, other] = [person(), person()];
      const note = author.write(1, 'Oops');
      assert.ok(await publish(url, note));
      await publish(url, other.write(5, '', { tags: [['e', note.id]] }));
      assert.equal((await query(url, { ids: [note.id] })).length, 1);
      assert.ok(await publish(url, author.write(5, '', { tags: [['e', note.id]] })));
      assert.deepEqual(await query(url, { ids: [note.id] }), []);
    },
  },
  {
    name: 'passes on what is not to be kept, as wallets and apps talk',
    run: async (url) => {
      const { write, pubkey } = person();
      const client = await connect(url);
      client.send('REQ', 'talk', { '#p': [pubkey], kinds: [23_195] });
      await client.until(([verb]) => verb === 'EOSE');
      const answer = write(23_195, 'secret', { tags: [['p', pubkey]] });
      await publish(url, answer);
      await client.until(([verb, , event]) => verb === 'EVENT' && (event as NostrEvent).id === answer.id);
      client.close();
    },
  },
  {
    name: 'tells about itself',
    run: async (url) => {
      const headers = { accept: 'application/nostr+json', origin: 'https://app.invalid' };
      const response = await fetch(url.replace(/^ws/, 'http'), { headers });
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      const { supported_nips: nips } = (await response.json()) as { supported_nips: number[] };
      assert.ok(nips.includes(1) || nips.includes(11));
    },
  },
];
