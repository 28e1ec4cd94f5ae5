import { createElement, use, type ComponentType, type FunctionComponent } from 'react';
import { CODE_RETRY_MAX_MS, CODE_RETRY_MS } from '#domain/shell/shell-limits.ts';
import { arrived } from '#domain/shell/missing-code.ts';

const untilLoaded = <Code>(load: () => Promise<Code>, waitMs = CODE_RETRY_MS): Promise<Code> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return untilLoaded(load, Math.min(2 * waitMs, CODE_RETRY_MAX_MS));
  });

/** Tells React that it is done: what is there is drawn at once, and React wants to be asked for it at each drawing. */
const done = (loading: Promise<void> | undefined) => void Object.assign(loading!, { status: 'fulfilled' });

/**
 * A part of a view that the first notes do not wait for. While its code cannot be loaded, it is tried again. Code that is
 * there, because it was preloaded, is drawn at once: what React's own `lazy` has held back even then comes 300 ms late.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> & { readonly preload: () => Promise<void> } => {
  let view: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const preload = () =>
    (loading ??= untilLoaded(load).then((loaded) => {
      view = loaded;
      done(loading);
    }));
  const View = (props: Props) => {
    use(preload());
    return createElement(view!, props);
  };
  return Object.assign(View, { preload });
};

/**
 * A view that somebody opens. While its code cannot be loaded it fails, for a boundary that says so; shown again a while
 * later, as by 'Try again', it is loaded anew. What could not be loaded ahead is loaded when it is opened.
 */
export const lazyView = <Name extends string, Props extends object>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType<Props> }>,
  name: Name,
): FunctionComponent<Props> & { readonly preload: () => Promise<void> } => {
  let view: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const forget = () => void (loading = undefined);
  const start = () =>
    (loading ??= load()
      .then((file: Readonly<Record<Name, ComponentType<Props>>> | undefined) => {
        view = arrived(file)[name];
        done(loading);
      })
      .catch((error: unknown) => {
        setTimeout(forget, CODE_RETRY_MS);
        throw error;
      }));
  const View = (props: Props) => {
    use(start());
    return createElement(view!, props);
  };
  return Object.assign(View, { preload: () => start().catch(forget) });
};
