import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, setup, type AnyActorLogic, type AnyEventObject } from 'xstate';
import { keepEarlyKeys } from '#actors/shell/early-keys.ts';
import { defineWatchKeys, defineWatchShortcutChoice } from '#actors/shell/keyboard.ts';
import { createPreferences } from '#store/settings/preferences.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

/** An element that is what `names` say, inside of nothing. */
class FakeElement {
  readonly names: readonly string[];
  constructor(...names: string[]) {
    this.names = names;
  }
  matches = (selector: string) => this.names.some((name) => selector.split(/[\s,]+/).includes(name));
  closest = (selector: string) => (this.matches(selector) ? this : null);
}

const page = (open?: string) =>
  Object.assign(new EventTarget(), {
    querySelector: (selector: string) => (open && selector.includes(open) ? {} : null),
  });

const heard = (logic: AnyActorLogic) => {
  const events: AnyEventObject[] = [];
  const machine = setup({ actors: { logic, quiet: fromCallback(() => {}) } }).createMachine({
    invoke: { src: 'logic' },
    on: { '*': { actions: ({ event }) => void events.push(event) } },
  });
  const actor = createActor(machine).start();
  return { events, stop: () => actor.stop() };
};

const preferencesWith = (saved: Record<string, string> = {}) =>
  createPreferences({ storage: fakeStorage(saved), window: new EventTarget() });

const press = (document: EventTarget, key: string, more: object = {}, target: object = new FakeElement('body')) => {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, code: '', ...more });
  Object.defineProperty(event, 'target', { value: target });
  document.dispatchEvent(event);
  return event.defaultPrevented;
};

const keysOf = (document: EventTarget, preferences = preferencesWith()) =>
  heard(defineWatchKeys({ document: document as unknown as Document, preferences }));

beforeEach(() => void vi.stubGlobal('Element', FakeElement));
afterEach(() => void vi.unstubAllGlobals());

describe('keys that are left for shortcuts', () => {
  it('are told, and do nothing else', () => {
    const document = page();
    const { events } = keysOf(document);
    expect([press(document, 'j'), press(document, 'x'), press(document, 'Escape')]).toEqual([true, false, false]);
    expect(events).toEqual([
      { type: 'key.pressed', key: 'j' },
      { type: 'key.pressed', key: 'Escape' },
    ]);
  });

  it('are none while somebody writes, with another key, in a composition, or under a dialog or menu', () => {
    const document = page();
    const { events } = keysOf(document);
    for (const field of ['textarea', 'select']) press(document, 'j', {}, new FakeElement(field));
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing']) press(document, 'j', { [held]: true });
    const covered = page('dialog:modal');
    const { events: underDialog } = keysOf(covered);
    press(covered, 'Escape');
    expect([...events, ...underDialog]).toEqual([]);
  });

  it('repeat only from note to note', () => {
    const document = page();
    const { events } = keysOf(document);
    for (const key of ['j', 'k', 'l', 'n', 'u']) press(document, key, { repeat: true });
    expect(events.map(({ key }) => key as string)).toEqual(['j', 'k']);
  });

  it('leave Enter to what has the focus, unless that is a note', () => {
    const document = page();
    const { events } = keysOf(document);
    press(document, 'Enter', {}, new FakeElement('a'));
    press(document, 'Enter');
    expect(events).toEqual([]);
    press(document, 'Enter', {}, new FakeElement('article'));
    expect(events).toEqual([{ type: 'key.pressed', key: 'Enter' }]);
  });

  it('are only those that write nothing while the others are switched off', () => {
    const document = page();
    const { events } = keysOf(document, preferencesWith({ shortcuts: 'false' }));
    expect(press(document, 'j')).toBe(false);
    press(document, 'Escape');
    expect(events).toEqual([{ type: 'key.pressed', key: 'Escape' }]);
  });

  it('are no longer heard once nobody listens', () => {
    const document = page();
    const { events, stop } = keysOf(document);
    stop();
    press(document, 'j');
    expect(events).toEqual([]);
  });
});

it('the switch of shortcuts is told at first and after each change of its own', () => {
  const preferences = preferencesWith();
  const { events } = heard(defineWatchShortcutChoice({ preferences }));
  preferences.set('darkMode', false);
  preferences.set('shortcuts', false);
  preferences.set('shortcuts', true);
  expect(events.map(({ type }) => type)).toEqual(['shortcuts.on', 'shortcuts.off', 'shortcuts.on']);
});

it('keys that come before the code of the shortcuts are kept for it, unless somebody types', () => {
  const document = page();
  const onFirst = vi.fn();
  const early = keepEarlyKeys({ document: document as unknown as Document, onFirst });
  press(document, 'j', {}, new FakeElement('textarea'));
  press(document, 'j', { ctrlKey: true });
  expect(onFirst).not.toHaveBeenCalled();
  press(document, 'j');
  press(document, 'Enter', {}, new FakeElement('article'));
  expect(onFirst).toHaveBeenCalledOnce();
  expect(early.take().map(({ key }) => key)).toEqual(['j', 'Enter']);
  press(document, 'k');
  expect(early.take()).toEqual([]);
});
