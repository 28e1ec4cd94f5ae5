import { describe, expect, it } from 'vitest';
import { unknownHealth, type RelayHealth } from '#domain/relays/relay-health.ts';
import type { RelayInfo } from '#domain/relays/relay-info.ts';
import type { RelayDefaults, RelayEntry } from '#domain/relays/relay-set.ts';
import { nextPermission } from '#domain/relays/relay-permission.ts';
import type { TestResult } from '#machines/relays/relay-test.machine.ts';
import type { TestStep } from '#domain/relays/test-steps.ts';
import { acceptLabel, adviceTitle } from '#ui/relays/advice-words.ts';
import { auxiliaryRelays } from '#ui/relays/auxiliary.ts';
import { healthWords } from '#ui/relays/health-words.ts';
import { aboutRows, limitRows, limitsInTheWay } from '#ui/relays/information-words.ts';
import { checkNewRelay } from '#ui/relays/new-relay.ts';
import { durationLabel, relayWords, type RelayFacts } from '#ui/relays/relay-words.ts';
import { publishedNote, unusedNote } from '#ui/relays/published-words.ts';
import { stepLines, verdictOf } from '#ui/relays/test-words.ts';
import { german } from '#ui/texts/de/german.ts';
import { english } from '#ui/texts/english.ts';

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
    expect(words({ asksLogin: true, refusesLogin: true }).text).toBe('Connected, but refuses your login');
    expect(words({ silent: true })).toEqual({ text: 'Connected, but does not answer', tone: 'warn' });
    expect(words({ flapping: true })).toEqual({ text: 'Flapping: its connection keeps breaking', tone: 'warn' });
    const over = words({ flapping: true, state: 'given up', lastError: { code: 'socket-failed' } });
    expect(over).toEqual({ text: 'Flapping: its connection keeps breaking', tone: 'bad' });
  });

  it('counts the tries to connect, and gives the reason once they are over', () => {
    expect(words({ state: 'connecting', attempts: 1 }).text).toBe('Connecting');
    expect(words({ state: 'connecting', attempts: 2 }).text).toBe('Connecting, 2 of 3');
    expect(words({ state: 'waiting', attempts: 1 })).toEqual({ text: 'No answer, trying again, 2 of 3', tone: 'warn' });
    expect(words({ state: 'recovering' }).tone).toBe('warn');
    const lastError = { code: 'connection-given-up', attempts: 3, relay: url } as const;
    expect(words({ state: 'given up', lastError })).toEqual({
      text: 'Max connection attempts (3) exceeded for wss://nos.lol',
      tone: 'bad',
    });
    expect(words({ state: 'connecting', attempts: 4 }).text).toBe('Connecting');
    expect(words({ state: 'given up' }).text).toBe('No answer');
  });

  it('[RELAY-42] names the last error of a relay that is tried again', () => {
    const lastError = { code: 'connection-timeout', ms: 5_000, relay: url } as const;
    expect(words({ state: 'waiting', attempts: 1, lastError }).text).toBe(
      'Connection timeout after 5000ms for wss://nos.lol · No answer, trying again, 2 of 3',
    );
  });

  it('says of a relay that is not connected what it waits for', () => {
    expect(words({ state: 'not connected', use: 'write' }).text).toBe('Connects when you publish');
    expect(words({ state: 'not connected', use: 'read' }).text).toBe('Not connected');
  });

  it('says why a relay that notes are read from has gone and stays away', () => {
    const lastError = { code: 'relay-closed', status: 1001 } as const;
    const text = 'The relay closed the connection (1001) · Not connected';
    expect(words({ state: 'not connected', use: 'read', lastError })).toEqual({ text, tone: 'warn' });
    expect(words({ state: 'not connected', use: 'write', lastError }).text).toBe('Connects when you publish');
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
  const defaults: RelayDefaults = { entries, profile: [] };
  const check = (typed: string, known = entries, configured = defaults) => checkNewRelay(typed, known, configured);

  it('[RELAY-07] an empty text', () => {
    for (const typed of ['', '  \n']) expect(check(typed)).toEqual({ problem: 'Please enter a relay URL' });
  });

  it('[RELAY-08] wss:// is put before a text that lacks it', () => {
    expect(check('relay.example')).toEqual({ url: 'wss://relay.example' });
    expect(check('umbrel:4848')).toEqual({ url: 'wss://umbrel:4848' });
  });

  it('[RELAY-09] a text that does not parse', () => {
    for (const typed of ['http://relay.example', 'no relay', 'wss://', 'wss://user:pw@relay.example'])
      expect(check(typed), typed).toEqual({ problem: 'Invalid relay URL' });
  });

  it('[RELAY-09] a person or a note', () => {
    expect(check('npub1qqqqqqqqqqqqqqqq')).toEqual({
      problem: 'Invalid relay URL. That names a person or a note, not a relay.',
    });
  });

  it('[RELAY-10] a relay that is there, however it is written', () => {
    for (const typed of ['nos.lol', ' WSS://NOS.lol/ ', 'ws://nos.lol', 'wss://nos.lol.', 'profiles.example'])
      expect(check(typed, entries, { entries, profile: ['wss://profiles.example'] }), typed).toEqual({
        problem: 'This relay is already added',
      });
  });

  it('[RELAY-41] a twenty-first relay', () => {
    const full = Array.from({ length: 20 }, (_, index): RelayEntry => ({ url: `wss://r${index}`, permission: 'read' }));
    expect(check('relay.example', full)).toEqual({ problem: 'Maximum connections (20) reached' });
    expect(check('relay.example', full.slice(1))).toEqual({ url: 'wss://relay.example' });
  });

  it('is none of this device that the policy of the page does not name, by a plain socket', () => {
    const why =
      'This page may not reach relays on your device over ws://. Use a wss:// address, or run Nuthatch on this device.';
    for (const typed of ['ws://localhost', 'ws://127.0.0.1:7777', 'ws://[::1]:7777'])
      expect(check(typed), typed).toEqual({ problem: why });
    expect(check('wss://localhost')).toEqual({ url: 'wss://localhost' });
    expect(check('localhost')).toEqual({ url: 'wss://localhost' });
    // a page that is configured with a relay of this device has its host in the policy, with the sample network every port
    const own: RelayDefaults = { entries: [{ url: 'ws://127.0.0.1:7777', permission: 'read' }], profile: [] };
    expect(check('ws://127.0.0.1:7777/path', [], own)).toEqual({ url: 'ws://127.0.0.1:7777/path' });
    expect(check('ws://127.0.0.1:7778', [], own)).toEqual({ problem: why });
    const sample = { ...defaults, loopback: true };
    expect(check('ws://127.0.0.1:7778', [], sample)).toEqual({ url: 'ws://127.0.0.1:7778' });
    expect(check('ws://[::1]:7778', [], sample)).toEqual({ problem: why });
  });

  it('once it is in the set, says in its row that it is blocked, and not that it does not answer', () => {
    const blocked = { text: 'Blocked: this page may not reach it over ws://', tone: 'bad' };
    for (const state of ['connecting', 'waiting', 'given up', 'not connected'] as const)
      expect(words({ state, keptOut: true })).toEqual(blocked);
    // a server may send another policy
    expect(words({ keptOut: true }).text).toBe('Connected');
  });
});

it('[RELAY-20] the permission goes read, write, read and write, indexer and back to read', () => {
  const steps = ['read', 'write', 'readwrite', 'indexer'] as const;
  expect(steps.map(nextPermission)).toEqual(['write', 'readwrite', 'indexer', 'read']);
});

const record = (more: Partial<RelayHealth>): RelayHealth => ({ ...unknownHealth(url), ...more });

describe('the health of a relay, in words', () => {
  it('[RELAY-36] [RELAY-37] average time, requests, last success and failure, success rate', () => {
    const known = record({
      successCount: 1_199,
      failureCount: 5,
      totalRequests: 1_204,
      averageResponseTime: 84.4,
      lastSuccess: NOW - 5_000,
      lastFailure: NOW - 2 * 3_600_000,
    });
    expect(healthWords(known, NOW)).toEqual({
      speed: '84 ms',
      rate: 99.5,
      success: '99.5%',
      requests: '1,204',
      lastSuccess: 'Just now',
      lastFailure: '2h ago',
    });
  });

  it('[RELAY-36] [RELAY-37] a relay that never answered, and one that was never asked', () => {
    const label = (ms: number) => healthWords(record({ totalRequests: 1, lastSuccess: NOW - ms }), NOW).lastSuccess;
    expect([0, 59_999, -9_000, 60_000, 3_599_000, 3_600_000, 172_800_000].map(label)).toEqual([
      'Just now',
      'Just now',
      'Just now',
      '1m ago',
      '59m ago',
      '1h ago',
      '2d ago',
    ]);
    const dead = healthWords(record({ failureCount: 3, totalRequests: 3, lastFailure: NOW - 3 * 86_400_000 }), NOW);
    expect(dead).toMatchObject({ speed: 'no answer', success: '0%', lastSuccess: 'never', lastFailure: '3d ago' });
    expect(healthWords(record({}), NOW)).toMatchObject({ success: '–', requests: '0' });
    const untimed = healthWords(record({ successCount: 4, totalRequests: 7, lastSuccess: NOW }), NOW);
    expect(untimed).toMatchObject({ speed: '–', success: '57.1%' });
  });

  it('a rate of 100 % means that every request was answered', () => {
    expect(healthWords(record({ successCount: 9_999, totalRequests: 10_000 }), NOW).success).toBe('99.9%');
  });
});

describe('what a relay says of itself', () => {
  const info: RelayInfo = {
    name: 'Birch',
    description: '',
    pubkey: '',
    contact: 'mailto:keeper@birch.example',
    software: 'git+https://github.com/hoytech/strfry.git',
    version: '1.0.1',
    icon: '',
    paymentsUrl: '',
    supportedNips: [1],
    limitation: { authRequired: false, paymentRequired: false, restrictedWrites: false },
    pow: 0,
    fees: { admission: [], subscription: [], publication: [] },
  };

  it('contact and software without the noise of their addresses', () => {
    expect(aboutRows(info)).toEqual([
      { label: 'Contact', value: 'keeper@birch.example' },
      { label: 'Software', value: 'github.com/hoytech/strfry 1.0.1' },
    ]);
    expect(aboutRows({ ...info, contact: '', software: '', version: '' })).toEqual([]);
  });

  it('limits, fees and proof of work, each only where there is one', () => {
    expect(limitRows(info)).toEqual([]);
    const rows = limitRows({
      ...info,
      pow: 20,
      limitation: {
        maxSubscriptions: 50,
        maxLimit: 5_000,
        maxMessageLength: 131_072,
        authRequired: true,
        paymentRequired: true,
        restrictedWrites: false,
      },
      fees: {
        admission: [{ amount: 1_000_000, unit: 'msats' }],
        subscription: [{ amount: 21, unit: 'sats', period: 2_592_000 }],
        publication: [],
      },
    });
    expect(Object.fromEntries(rows.map(({ label, value }) => [label, value]))).toEqual({
      'Proof of work': '20 bits',
      'Log in': 'needed',
      Payment: 'needed',
      'Open subscriptions': '50',
      'Notes per request': '5,000',
      'Longest message': '128 kB',
      Admission: '1,000 sats',
      Subscription: '21 sats per 30 days',
    });
  });

  it('names below the relay what is in the way of the user', () => {
    expect(limitsInTheWay(info)).toEqual([]);
    expect(limitsInTheWay({ ...info, pow: 20 })).toEqual(['20 bits of work needed']);
    const closed = { authRequired: false, paymentRequired: true, restrictedWrites: true };
    expect(limitsInTheWay({ ...info, limitation: closed })).toEqual(['payment needed']);
  });
});

describe('the test of a relay', () => {
  const passed = (step: TestStep, ms?: number): TestResult => ({ step, outcome: 'passed', ms });
  const failed = (step: TestStep, words: string): TestResult => ({
    step,
    outcome: 'failed',
    reason: { code: 'relay-said', words },
  });
  const skipped = (step: TestStep): TestResult => ({
    step,
    outcome: 'skipped',
    reason: { code: 'test-without-signer' },
  });
  const first = [passed('connect', 40), passed('information', 55), passed('round trip', 84)];

  it('shows every step: done with its time, at work, to come', () => {
    const lines = stepLines(first.slice(0, 2), 'round trip');
    expect(lines.map(({ look, detail }) => [look, detail])).toEqual([
      ['done', '40 ms'],
      ['done', '55 ms'],
      ['now', ''],
      [undefined, ''],
      [undefined, ''],
    ]);
    expect(stepLines([failed('connect', 'refused')], undefined)[0]).toMatchObject({ look: 'bad', detail: '“refused”' });
  });

  it.each([
    [[...first, passed('read'), passed('write')], 'ok', 'It works: you can read from it and write to it', ''],
    [
      [...first, passed('read'), skipped('write')],
      'ok',
      'You can read from it; writing was not tested',
      'Nobody is logged in who can sign',
    ],
    [
      [...first, passed('read'), failed('write', 'blocked: no')],
      'warn',
      'You can read from it, but not write to it',
      '“blocked: no”',
    ],
    [
      [...first, failed('read', 'auth'), passed('write')],
      'warn',
      'You can write to it, but not read from it',
      '“auth”',
    ],
    [[failed('connect', 'refused')], 'bad', 'It cannot be reached', '“refused”'],
    [
      [
        passed('connect'),
        passed('information'),
        { step: 'round trip', outcome: 'failed', reason: { code: 'test-unanswered' } },
      ],
      'bad',
      'It does not answer',
      'No answer',
    ],
  ] as const)('gives a plain verdict %#', (results, tone, title, why) => {
    expect(verdictOf(results)).toEqual({ tone, title, why });
  });
});

describe('auxiliary relays', () => {
  it('[SET-32] are those the app brought in and those it reads from besides, the most useful first', () => {
    const entries: readonly RelayEntry[] = [
      { url: 'wss://own', permission: 'read', source: 'user' },
      { url: 'wss://default', permission: 'read' },
      { url: 'wss://replacement', permission: 'read', source: 'advisor' },
    ];
    const connections = {
      'wss://own': true,
      'wss://default': true,
      'wss://author': true,
      'wss://hint': false,
      'wss://profile': true,
    };
    const why = [
      [{ relay: 'wss://author', why: 'writes', authors: ['a', 'b'] }],
      [
        { relay: 'wss://author', why: 'writes', authors: ['b', 'c'] },
        { relay: 'wss://own', why: 'own', authors: [] },
      ],
    ] as const;
    const health = { 'wss://author': record({ totalRequests: 3 }) };
    const found = auxiliaryRelays({ entries, profile: ['wss://profile'], connections, health, why });
    expect(found.map(({ url, isOpen, people, isReplacement }) => [url, isOpen, people, isReplacement])).toEqual([
      ['wss://author', true, 3, false],
      ['wss://replacement', false, 0, true],
      ['wss://hint', false, 0, false],
    ]);
    expect(found[0]?.health?.totalRequests).toBe(3);
  });
});

describe('advice', () => {
  const entry = (name: string): RelayEntry => ({ url: `wss://${name}`, permission: 'read' });
  const step = { id: '1', why: 'dead', removed: entry('a.example'), added: entry('b.example') } as const;

  it('[RELAY-68] says what was done and what is proposed', () => {
    expect(adviceTitle({ ...step, done: true })).toBe('Replaced a.example with b.example');
    expect(adviceTitle({ ...step, done: true, added: undefined })).toBe('Removed a.example');
    expect(adviceTitle({ ...step, done: true, removed: undefined })).toBe('Added b.example');
    expect(adviceTitle({ ...step, done: false })).toBe('Replace a.example with b.example?');
    expect(acceptLabel({ ...step, done: false, added: undefined })).toBe('Remove');
  });
});

describe('the published list', () => {
  const facts = { problem: undefined, accepted: 0, asked: 0, signing: 'possible' } as const;

  it('[RLIST-06] says that it publishes in 3 seconds, and offers to do it now or not at all', () => {
    expect(publishedNote('waiting', facts)).toMatchObject({
      title: 'Publishing in 3 seconds…',
      publish: 'Publish now',
      undo: true,
    });
  });

  it('[RLIST-07] says why it is not published', () => {
    expect(publishedNote('locked', { ...facts, signing: 'locked' }).why).toMatch(/cannot sign right now/);
    expect(publishedNote('locked', { ...facts, signing: 'read only' }).why).toMatch(/public key only/);
    expect(publishedNote('failed', { ...facts, problem: { code: 'no-write-relays' } })).toMatchObject({
      title: 'Not published',
      why: 'No relays configured for publishing',
    });
  });

  it('says how many of its relays are left out of a full set', () => {
    const urls = (count: number) => Array.from({ length: count }, (_, index) => ({ url: `wss://r${index}.example` }));
    const set = (count: number) => urls(count).map((entry) => ({ ...entry, permission: 'read' as const }));
    const note = (listed: number, used: number) =>
      unusedNote(urls(listed), { entries: set(used), defaults: { entries: [], profile: [] }, taken: [] });
    expect(note(22, 20)).toBe('2 relays of your published list are not used. The app uses 20 at most.');
    expect(note(21, 20)).toMatch(/^1 relay of your published list is not used/);
    expect([note(20, 20), note(20, 19)]).toEqual(['', '']);
  });

  it('does not blame the limit for relays that the user took out, or that may not be asked', () => {
    const entries = Array.from({ length: 20 }, (_, index): RelayEntry => {
      return { url: `wss://r${index}.example`, permission: 'read' };
    });
    const [out, local, other] = [{ url: 'wss://out.example' }, { url: 'wss://localhost' }, { url: 'wss://x.example' }];
    const note = (...more: { url: string }[]) =>
      unusedNote([...entries, ...more], { entries, defaults: { entries: [], profile: [] }, taken: [out.url] });
    expect(note(out, local)).toBe('');
    expect(note(out, local, other)).toMatch(/^1 relay /);
  });

  it('says once that it is not published, in each language', () => {
    const codes = ['not-read', 'may-exist', 'locked', 'version-gone', 'changed'] as const;
    for (const { relays, problems } of [english, german])
      for (const code of codes)
        expect(problems[`relay-list-${code}`]).not.toMatch(new RegExp(`^${relays.published!.failed!}`));
  });

  it('counts the relays that took it', () => {
    expect(publishedNote('published', { ...facts, accepted: 2, asked: 3 })).toMatchObject({
      title: 'Published: 2 of 3 relays accepted it',
      publish: 'Publish again',
    });
    expect(publishedNote('published', { ...facts, accepted: 3, asked: 3 }).tone).toBe('ok');
  });
});
