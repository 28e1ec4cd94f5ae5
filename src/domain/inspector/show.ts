import { SHOWN_DEPTH_MAX, SHOWN_ITEMS_MAX, SHOWN_TEXT_MAX, SHOWN_VALUES_MAX } from './inspector-limits.ts';
import { isSecretField, secretIn, secretInList, secretInText } from './hidden-secrets.ts';
import type { Shown, ShownMark, ShownObject } from './shown.ts';

const shownText = (text: string): Shown => {
  const near = text.length > 2 * SHOWN_TEXT_MAX ? text.slice(0, 2 * SHOWN_TEXT_MAX) : text;
  const secret = secretInText(near);
  if (secret !== undefined) return { $: 'secret', secret };
  if (text.length <= SHOWN_TEXT_MAX) return text.toWellFormed();
  return { $: 'text', start: text.slice(0, SHOWN_TEXT_MAX).toWellFormed(), length: text.length };
};

const shownNumber = (number: number): Shown =>
  Number.isFinite(number) && !Object.is(number, -0) ? number : { $: 'number', text: String(number) };

/** Something with an own function `take` is on its way sealed (`domain/protocol/sealed.ts`). */
const isSealed = (value: object) => typeof Object.getOwnPropertyDescriptor(value, 'take')?.value === 'function';

type ActorLike = { readonly sessionId: string; readonly id: string };

const isActor = (value: object): value is ActorLike =>
  'sessionId' in value && 'getSnapshot' in value && typeof value.sessionId === 'string';

const listMark = (list: readonly unknown[]): ShownMark | undefined => {
  const secret = secretInList(list);
  return secret === undefined ? undefined : { $: 'secret', secret };
};

const classOf = (value: object): string | undefined => {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return undefined;
  const made = (prototype as { constructor?: unknown }).constructor;
  return typeof made === 'function' && made.name !== '' ? made.name : 'object';
};

/** A name of a function, a class, an actor or an event, which nobody chose to be long or secret; looked at all the same. */
export const plainName = (name: string): string => (secretIn(name) === undefined ? name.slice(0, 300) : '…');

/** What is left to be shown: all values of one round share it. */
class Round {
  left = SHOWN_VALUES_MAX;
  readonly #around = new Set<object>();

  show(value: unknown, depth: number): Shown {
    this.left -= 1;
    switch (typeof value) {
      case 'string':
        return shownText(value);
      case 'number':
        return shownNumber(value);
      case 'boolean':
        return value;
      case 'bigint':
        return { $: 'number', text: `${String(value).slice(0, 80)}n` };
      case 'function':
        return { $: 'function', name: plainName(value.name) };
      case 'object':
        return value === null ? null : this.#object(value, depth);
      default:
        return { $: 'undefined' };
    }
  }

  #object(value: object, depth: number): Shown {
    const mark = this.#mark(value);
    if (mark) return mark;
    if (depth >= SHOWN_DEPTH_MAX || this.left <= 0 || this.#around.has(value)) return { $: 'more' };
    this.#around.add(value);
    const shown = this.#inside(value, depth + 1);
    this.#around.delete(value);
    return shown;
  }

  /** What is not looked into. */
  #mark(value: object): ShownMark | undefined {
    if (isSealed(value)) return { $: 'sealed' };
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return { $: 'bytes', length: value.byteLength };
    if (isActor(value)) return { $: 'actor', id: value.sessionId, name: plainName(value.id) };
    if (value instanceof Error) return this.#error(value);
    if (Array.isArray(value)) return listMark(value);
    if (value instanceof Map || value instanceof Set) return undefined;
    const name = classOf(value);
    return name === undefined ? undefined : { $: 'object', name: plainName(name) };
  }

  #error({ name, message }: Error): ShownMark {
    const shown = shownText(message);
    return { $: 'error', name: plainName(name), message: typeof shown === 'string' ? shown : '…' };
  }

  #inside(value: object, depth: number): Shown {
    if (Array.isArray(value)) return this.#list(value, value.length, (item) => this.show(item, depth));
    if (value instanceof Set) {
      return { $: 'set', values: this.#list(value, value.size, (item) => this.show(item, depth)) };
    }
    if (value instanceof Map) {
      const pair = ([key, held]: [unknown, unknown]) => [this.show(key, depth), this.show(held, depth)] as const;
      return { $: 'map', entries: this.#list(value as Map<unknown, unknown>, value.size, pair) as never };
    }
    return this.#fields(value, depth);
  }

  #list<Item>(items: Iterable<Item>, size: number, show: (item: Item) => Shown): readonly Shown[] {
    const shown: Shown[] = [];
    for (const item of items) {
      if (shown.length >= SHOWN_ITEMS_MAX || this.left <= 0) break;
      shown.push(show(item));
    }
    if (shown.length < size) shown.push({ $: 'more', count: size - shown.length });
    return shown;
  }

  #fields(value: object, depth: number): ShownObject {
    const shown: Record<string, Shown> = {};
    const keys = Object.keys(value);
    let count = 0;
    for (const key of keys) {
      if (count >= SHOWN_ITEMS_MAX || this.left <= 0) break;
      count += 1;
      if (secretIn(key) !== undefined) continue;
      shown[shownKey(key)] = this.#field(key, Object.getOwnPropertyDescriptor(value, key), depth);
    }
    if (count < keys.length) shown['…'] = { $: 'more', count: keys.length - count };
    return shown;
  }

  #field(key: string, field: PropertyDescriptor | undefined, depth: number): Shown {
    // to ask a getter may do something
    if (!field || !('value' in field)) return { $: 'function', name: plainName(key) };
    if (isSecretField(key, field.value)) return { $: 'secret', secret: key.toLowerCase() };
    return this.show(field.value, depth);
  }
}

/** An own key of a value; those with `$` in front stay apart from marks, and no name of a prototype is one. */
const shownKey = (key: string) => (key.startsWith('$') || key === '__proto__' ? `$${key}` : key).slice(0, 200);

/** A value as it may be shown, recorded and exported: bounded, plain and without secrets. Calls nothing of it. */
export const show = (value: unknown): Shown => new Round().show(value, 0);

/** A field of an object as it may be shown: its name says whether it is a secret. */
export const showField = (key: string, value: unknown): Shown =>
  (show({ [key]: value }) as ShownObject)[shownKey(key)]!;

/** Whether a shown value is a mark in place of something that is not plain. */
export const isMark = (shown: Shown): shown is ShownMark =>
  typeof shown === 'object' &&
  shown !== null &&
  !Array.isArray(shown) &&
  typeof (shown as ShownObject)['$'] === 'string';

/** Whether two values are shown alike. */
export const shownAlike = (one: Shown | undefined, other: Shown | undefined): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [a, b] = [one, other] as unknown as [Record<string, Shown>, Record<string, Shown>];
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && shownAlike(a[key], b[key]))
  );
};
