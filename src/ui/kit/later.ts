import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { CODE_RETRY_MS } from '#domain/limits.ts';

const untilLoaded = <Code>(load: () => Promise<Code>): Promise<Code> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, CODE_RETRY_MS));
    return untilLoaded(load);
  });

/** A part of a view that the first notes do not wait for. While its code cannot be loaded, it is tried again. */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await untilLoaded(load) }));
