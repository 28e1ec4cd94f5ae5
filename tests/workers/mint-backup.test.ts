import { verifyEvent } from 'nostr-tools/pure';
import { encrypt, getConversationKey } from 'nostr-tools/nip44';
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { readMintBackup } from '#domain/ecash/mints/mint-backup.ts';
import { testCore } from '#tests/support/core-world.ts';

const WORDS = 'half depart obvious quality work element tank gorilla view sugar picture humble';
const OTHER = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const SECRET = 'e7ca79469a270b36617e4227ff2f068d3bcbb6b072c8584190b0203597c53c0d';
const AUTHOR = '0767277aaed200af7a8843491745272fc1ad2c7bfe340225e6f34f3a9a273aed';
const MINTS = ['https://mint.example.com', 'https://another-mint.org/path'];

describe('the list of mints that words lead to (NUT-27)', () => {
  it('[WEV-04] is of the key of the standard, an event that others read, and comes back', async () => {
    const core = testCore();
    await core.create(WORDS);
    expect(await core.backupAuthor({})).toBe(AUTHOR);
    const event = await core.writeBackup({ mints: MINTS, at: 1_703_721_600 });
    expect(event).toMatchObject({ kind: 30_078, pubkey: AUTHOR, created_at: 1_703_721_600 });
    expect(event.tags).toEqual([['d', 'mint-list']]);
    expect(verifyEvent({ ...event, tags: event.tags.map((tag) => [...tag]) })).toBe(true);
    expect(event.content).not.toContain('mint');
    expect(await core.readBackup({ content: event.content })).toEqual(MINTS);
  });

  it('[WEV-04] is read with borrowed words, for which the wallet stays what it is', async () => {
    const [mine, other] = [testCore(), testCore()];
    await mine.create(WORDS);
    const { content } = await mine.writeBackup({ mints: MINTS, at: 1 });
    await other.create(OTHER);
    const before = await other.backupAuthor({});
    await expect(other.backupAuthor({ borrowed: true })).rejects.toThrow('seed-missing');
    await expect(other.borrow('no words at all')).rejects.toThrow('words-wrong');
    await other.borrow(WORDS);
    expect(await other.backupAuthor({ borrowed: true })).toBe(AUTHOR);
    expect(await other.readBackup({ content, borrowed: true })).toEqual(MINTS);
    expect(await other.readBackup({ content })).toEqual([]);
    expect(await other.backupAuthor({})).toBe(before);
    await other.giveBack();
    await expect(other.readBackup({ content, borrowed: true })).rejects.toThrow('seed-missing');
  });

  it('holds no borrowed words that were given back while they were read, and keeps others while a wallet is opened', async () => {
    const core = testCore();
    const held = async () => await core.backupAuthor({ borrowed: true });
    const borrowing = core.borrow(WORDS);
    await core.giveBack();
    await borrowing;
    await expect(held()).rejects.toThrow('seed-missing');
    await core.borrow(WORDS);
    const { wallet, key } = await core.create(OTHER);
    await core.close();
    await core.open(wallet, key);
    expect(await held()).toBe(AUTHOR);
    await Promise.all([core.borrow(OTHER), core.borrow(WORDS)]);
    expect(await held()).toBe(AUTHOR);
  });

  it('[WEV-04] leaves out what is no address, and what is not asked', async () => {
    const core = testCore();
    await core.create(WORDS);
    const key = hexToBytes(SECRET);
    const sealed = (text: string) => encrypt(text, getConversationKey(key, AUTHOR));
    const mints = ['https://mint.example.com/', 'https://MINT.example.com', 'http://10.0.0.1', 'javascript:1', 7, null];
    expect(await core.readBackup({ content: sealed(JSON.stringify({ mints })) })).toEqual(['https://mint.example.com']);
    for (const text of ['{}', '[]', 'null', 'x', '{"mints":"https://a.example"}'])
      expect(await core.readBackup({ content: sealed(text) })).toEqual([]);
    expect(await core.readBackup({ content: 'x' })).toEqual([]);
    expect(readMintBackup(JSON.stringify({ mints: Array.from({ length: 200 }, String) }))).toHaveLength(100);
  });
});
