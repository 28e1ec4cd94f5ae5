import { describe, expect, it } from 'vitest';
import { nextPermission, type RelayEntry } from '#domain/relay-set.ts';
import { checkNewRelay } from '#ui/relays/new-relay.ts';
import { durationLabel, relayWords, type RelayFacts } from '#ui/relays/relay-words.ts';

const NOW = 1_700_000_000_000;
const url = 'wss://nos.lol';
const facts = (more: Partial<RelayFacts>): RelayFacts => ({ url, use: 'readwrite', state: 'connected', ...more });
const words = (more: Partial<RelayFacts>) => relayWords(facts(more), NOW);

describe('how a relay stands, in words', () => {
  it('[SET-32] says how quick a connected relay is and since when it is connected', () => {
    expect(words({})).toEqual({ text: 'Connected', tone: 'calm' });
    expect(words({ averageMs: 84.4, connectedSince: NOW - 2 * 3_600_000 }).text).toBe('84 ms · connected 2 h');
    expect(words({ averageMs: 4_870, connectedSince: NOW - 5_000 }).text).toBe('4,870 ms · connected');
    expect(words({ use: 'indexer', averageMs: 118 }).text).toBe('118 ms · profiles and lists only');
    expect(words({ use: 'profile' }).text).toBe('Profiles only');
    expect(words({ limits: ['20 bits of work needed'] }).text).toBe('Connected · 20 bits of work needed');
  });

  it('says when a relay asks for a login, and when its connection keeps breaking', () => {
    expect(words({ asksLogin: true })).toEqual({ text: 'Connected, asks you to log in', tone: 'warn' });
    expect(words({ flapping: true })).toEqual({ text: 'Flapping: its connection keeps breaking', tone: 'warn' });
    expect(words({ flapping: true, state: 'given up', lastError: 'x' }).tone).toBe('bad');
  });

  it('counts the tries to connect, and gives the reason once they are over', () => {
    expect(words({ state: 'connecting', attempts: 1 }).text).toBe('Connecting');
    expect(words({ state: 'connecting', attempts: 2 }).text).toBe('Connecting, 2 of 3');
    expect(words({ state: 'waiting', attempts: 1 })).toEqual({ text: 'No answer, tries again, 2 of 3', tone: 'warn' });
    expect(words({ state: 'recovering' }).tone).toBe('warn');
    const lastError = `Max connection attempts (3) exceeded for ${url}`;
    expect(words({ state: 'given up', lastError })).toEqual({
      text: 'Max connection attempts (3) exceeded',
      tone: 'bad',
    });
    expect(words({ state: 'given up' }).text).toBe('No answer');
  });

  it('says of a relay that is not connected what it waits for', () => {
    expect(words({ state: 'not connected', use: 'write' }).text).toBe('Connects when you publish');
    expect(words({ state: 'not connected', use: 'read' }).text).toBe('Not connected');
  });

  it('gives the largest whole unit of a duration', () => {
    expect([59_999, 60_000, 3_599_999, 3_600_000, 90_000_000].map(durationLabel)).toEqual([
      '',
      '1 min',
      '59 min',
      '1 h',
      '1 d',
    ]);
  });
});

describe('a relay to add', () => {
  const entries: readonly RelayEntry[] = [{ url, permission: 'read' }];

  it('[RELAY-07] an empty text', () => {
    for (const typed of ['', '  \n'])
      expect(checkNewRelay(typed, entries)).toEqual({ problem: 'Please enter a relay URL' });
  });

  it('[RELAY-08] wss:// is put before a text that lacks it', () => {
    expect(checkNewRelay('relay.example', entries)).toEqual({ url: 'wss://relay.example' });
  });

  it('[RELAY-09] a text that does not parse', () => {
    for (const typed of ['http://relay.example', 'no relay', 'wss://', 'wss://user:pw@relay.example'])
      expect(checkNewRelay(typed, entries), typed).toEqual({ problem: 'Invalid relay URL' });
  });

  it('[RELAY-10] a relay that is there, however it is written', () => {
    for (const typed of ['nos.lol', ' WSS://NOS.lol/ ', 'ws://nos.lol'])
      expect(checkNewRelay(typed, entries), typed).toEqual({ problem: 'This relay is already added' });
  });

  it('[RELAY-41] a twenty-first relay', () => {
    const full = Array.from({ length: 20 }, (_, index): RelayEntry => ({ url: `wss://r${index}`, permission: 'read' }));
    expect(checkNewRelay('relay.example', full)).toEqual({ problem: 'Maximum connections (20) reached' });
    expect(checkNewRelay('relay.example', full.slice(1))).toEqual({ url: 'wss://relay.example' });
  });
});

it('[RELAY-20] the permission goes read, write, read and write, indexer and back to read', () => {
  const steps = ['read', 'write', 'readwrite', 'indexer'] as const;
  expect(steps.map(nextPermission)).toEqual(['write', 'readwrite', 'indexer', 'read']);
});
