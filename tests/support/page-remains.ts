/** What a page shows and keeps, as text, by place. Runs in the page, so it stands alone. */
export const readRemains = async (): Promise<Record<string, string>> => {
  const seen = new Set<unknown>();
  const asText = (value: unknown): unknown => {
    if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
    if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer)];
    if (value instanceof Map) return [...value];
    return value instanceof Set ? [...value] : value;
  };
  const toText = (value: unknown): string => JSON.stringify(value, (_, part: unknown) => asText(part)) ?? '';

  const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('unreadable')));
    });
  const readDatabase = async ({ name }: IDBDatabaseInfo): Promise<unknown> => {
    const database = await settled(indexedDB.open(name!));
    const stores = [...database.objectStoreNames];
    const rows = await Promise.all(
      stores.map((store) => settled(database.transaction(store).objectStore(store).getAll() as IDBRequest<unknown[]>)),
    );
    database.close();
    return { name, stores, rows };
  };
  const readCache = async (name: string): Promise<unknown> => {
    const cache = await caches.open(name);
    const urls = (await cache.keys()).map(({ url }) => url);
    return { name, urls };
  };

  /** Every text that can be reached from React's tree, and the snapshots of the actors met on the way. */
  const walk = (): { texts: string[]; actors: string[] } => {
    const [texts, actors]: [string[], string[]] = [[], []];
    const waiting: unknown[] = [window, document.getElementById('root')];
    while (waiting.length > 0 && seen.size < 600_000) {
      const value = waiting.pop();
      if (typeof value === 'string') texts.push(value);
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
      seen.add(value);
      if (value instanceof Map || value instanceof Set) waiting.push(...[...value].flat());
      if (ArrayBuffer.isView(value)) continue;
      for (const key of Reflect.ownKeys(value)) {
        const held = Object.getOwnPropertyDescriptor(value, key);
        if (held && 'value' in held) waiting.push(held.value);
        if (typeof key === 'string') texts.push(key);
      }
      const actor = value as { getSnapshot?: unknown; id?: unknown; sessionId?: unknown };
      if (typeof actor.getSnapshot === 'function' && typeof actor.sessionId === 'string') {
        actors.push(String(actor.id));
        waiting.push((actor.getSnapshot as () => unknown)());
      }
    }
    return { texts, actors };
  };

  const { texts, actors } = walk();
  const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
  return {
    document: document.documentElement.outerHTML + document.documentElement.textContent,
    fields: fields.join('\n'),
    cookies: document.cookie,
    'local storage': toText({ ...localStorage }),
    'session storage': toText({ ...sessionStorage }),
    databases: toText(await Promise.all((await indexedDB.databases()).map(readDatabase))),
    caches: toText(await Promise.all((await caches.keys()).map(readCache))),
    address: location.href,
    history: toText(history.state),
    'window name': window.name,
    'performance entries': performance
      .getEntries()
      .map(({ name }) => name)
      .join('\n'),
    objects: texts.join('\n'),
    actors: actors.join('\n'),
  };
};
