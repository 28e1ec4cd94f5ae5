/**
 * A value as it is shown, recorded and exported: plain JSON, bounded in depth and size, without secrets. What is no plain
 * value is a mark: an object with `$`. (An own key that begins with `$` has one more in front.)
 */
export type Shown = null | boolean | number | string | readonly Shown[] | ShownMark | ShownObject;

export type ShownObject = { readonly [key: string]: Shown };

/** What stands in place of a value that is not plain, or not shown. */
export type ShownMark =
  /** passes sealed, and nobody looks into it */
  | { readonly $: 'sealed' }
  /** a text with a secret in it; `secret` says of which kind */
  | { readonly $: 'secret'; readonly secret: string }
  | { readonly $: 'undefined' }
  /** a number that JSON has no word for: 'NaN', 'Infinity', '-Infinity'; or one too large for others, as '123n' */
  | { readonly $: 'number'; readonly text: string }
  | { readonly $: 'function'; readonly name: string }
  /** a running actor, by its id in the tree and its name */
  | { readonly $: 'actor'; readonly id: string; readonly name: string }
  | { readonly $: 'error'; readonly name: string; readonly message: string }
  | { readonly $: 'bytes'; readonly length: number }
  | { readonly $: 'map'; readonly entries: readonly (readonly [Shown, Shown])[] }
  | { readonly $: 'set'; readonly values: readonly Shown[] }
  /** something else, by the name of its class */
  | { readonly $: 'object'; readonly name: string }
  /** the beginning of a text of so many characters */
  | { readonly $: 'text'; readonly start: string; readonly length: number }
  /** too deep or too much to be shown; `count`: so many values are left out here */
  | { readonly $: 'more'; readonly count?: number };
