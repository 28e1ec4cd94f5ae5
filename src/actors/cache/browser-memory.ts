/** What the browser tells of the memory of this page, in bytes. `total` is its limit. */
export type BrowserMemory = { readonly used: number; readonly total: number | undefined };

type Told = {
  readonly memory?: { readonly usedJSHeapSize?: unknown; readonly jsHeapSizeLimit?: unknown };
  readonly measureUserAgentSpecificMemory?: () => Promise<{ readonly bytes: number }>;
};

const isBytes = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0;

/** Asks the browser; undefined where it tells nothing. Only isolated pages may measure, and not every browser can. */
export const readBrowserMemory = async (performance: object): Promise<BrowserMemory | undefined> => {
  const { usedJSHeapSize, jsHeapSizeLimit } = (performance as Told).memory ?? {};
  if (isBytes(usedJSHeapSize))
    return { used: usedJSHeapSize, total: isBytes(jsHeapSizeLimit) ? jsHeapSizeLimit : undefined };
  try {
    const measured = await (performance as Told).measureUserAgentSpecificMemory?.();
    return isBytes(measured?.bytes) ? { used: measured.bytes, total: undefined } : undefined;
  } catch {
    return undefined;
  }
};
