import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { sealed } from '#domain/protocol/sealed.ts';
import { cameraProblemOf, isSought } from '#domain/scan/scan.ts';
import { scannerMachine, type CameraFact } from '#machines/scan/scanner.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const code = sealed('nostr+walletconnect://ab');

describe('scanner', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(scannerMachine, {
      tags: {
        'open.starting': ['starting'],
        'open.looking': ['looking'],
        'open.saying': ['looking', 'other'],
        failed: ['failed'],
        found: ['found'],
      },
      events: [
        { type: 'scan.open', wish: 'pairing' },
        { type: 'scan.show', video: {} },
        { type: 'scan.close' },
        { type: 'camera.ready' },
        { type: 'camera.failed', problem: { code: 'no-camera' } },
        { type: 'code.found', code },
        { type: 'code.part', known: 1, count: 2 },
        { type: 'code.other' },
        { type: 'xstate.error.actor.camera', error: new Error('no') },
      ],
      identity: ({ problem, code, parts }) => [problem?.code, code !== undefined, parts !== undefined],
    });
  });

  it('has the camera on only while it looks, and forgets the code when it is closed', () => {
    let tell: (fact: CameraFact) => void = () => {};
    const log: string[] = [];
    const camera = fromCallback(({ sendBack }) => {
      log.push('on');
      tell = sendBack;
      return () => void log.push('off');
    });
    const scanner = createActor(scannerMachine.provide({ actors: { camera: camera as never } })).start();
    scanner.send({ type: 'scan.open', wish: 'pairing' });
    tell({ type: 'camera.ready' });
    tell({ type: 'code.found', code });
    expect(log).toEqual(['on', 'off']);
    expect(scanner.getSnapshot().context.code).toBe(code);
    scanner.send({ type: 'scan.close' });
    expect(scanner.getSnapshot().context).toEqual({
      wish: undefined,
      code: undefined,
      problem: undefined,
      parts: undefined,
    });
    scanner.send({ type: 'scan.open', wish: 'pairing' });
    scanner.send({ type: 'scan.close' });
    expect(log).toEqual(['on', 'off', 'on', 'off']);
  });
});

describe('what a camera reads', () => {
  it.each([
    ['nostr+walletconnect://ab?secret=1', true],
    [' NOSTR+WALLETCONNECT://AB ', true],
    ['nostrwalletconnect:ab', true],
    ['https://example.com/?q=nostr+walletconnect://ab', false],
    ['lnbc1', false],
    ['', false],
  ])('%j is a pairing code: %s', (text, wanted) => {
    expect(isSought('pairing', text)).toBe(wanted);
  });

  it.each([
    ['cashuBo2F0', true],
    ['CASHU:cashuAeyJ0', true],
    ['web+cashu://cashuBo2F0', true],
    ['cashuCo2F0', true],
    ['lnbc1', false],
    ['https://cashu.example', false],
  ])('%j is ecash: %s', (text, wanted) => expect(isSought('token', text)).toBe(wanted));

  it.each([
    ['lnbc50u1p5hz8k', true],
    ['LIGHTNING:LNBC50U1P5', true],
    ['lntb1', true],
    ['lnurl1dp68', true],
    ['lightning:ines@example.com', true],
    ['ines@example.com:8443', true],
    ['https://ines@example.com', false],
    ['cashuBo2F0', false],
  ])('%j can be paid: %s', (text, wanted) => expect(isSought('invoice', text)).toBe(wanted));

  it.each([
    ['NotAllowedError', 'camera-refused'],
    ['NotFoundError', 'no-camera'],
    ['OverconstrainedError', 'no-camera'],
    ['NotReadableError', 'camera-busy'],
    ['TypeError', 'camera-failed'],
  ])('the browser’s %s is %s', (name, code) => {
    expect(cameraProblemOf(Object.assign(new Error('no'), { name }))).toEqual({ code });
  });
});
