// Runs before the first paint: the theme, whether the splash is shown, what the code that comes later would miss, and what
// can start while that code is on its way (docs/adr/0048-what-starts-before-the-code.md).
(() => {
  const root = document.documentElement;
  const standalone = matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;
  let splash = !standalone;
  let chosen = null;
  try {
    chosen = localStorage.getItem('darkMode');
    // in a browser once per session; installed only while the app is being updated
    splash = standalone
      ? sessionStorage.getItem('app-updating') !== null
      : sessionStorage.getItem('splash-shown') === null;
  } catch {
    // storage is blocked: the theme of the device, and in a browser the splash each time
  }
  // as `actors/shell/theme.ts` decides it later: as it was chosen, else as the device is set
  const light = chosen === 'false' || (chosen !== 'true' && matchMedia('(prefers-color-scheme: light)').matches);
  if (light) {
    root.dataset.theme = 'light';
    document.querySelector('meta[name=theme-color]').content = '#eff2f5';
  }
  if (!splash) root.classList.add('no-splash');

  // the app brings places back by itself: the browser would scroll to where a row was before filters changed
  history.scrollRestoration = 'manual';

  // the offer to install the app comes once; null: it was installed meanwhile
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installOffer = event;
  });
  addEventListener('appinstalled', () => (window.installOffer = null));

  // where a file of the start does not come, or the browser is too old for it, there is no app that could say so
  const sayNotLoaded = () => {
    const root = document.getElementById('root');
    if (!root) return addEventListener('DOMContentLoaded', sayNotLoaded, { once: true });
    if (root.hasChildNodes()) return;
    document.getElementById('splash')?.remove();
    root.replaceChildren(document.getElementById('not-loaded').content.cloneNode(true));
    if (navigator.language.startsWith('de')) {
      root.firstElementChild.lang = 'de';
      for (const said of root.querySelectorAll('[data-de]')) said.textContent = said.dataset.de;
    }
    root.querySelector('button').addEventListener('click', () => location.reload());
  };
  const isOfStart = ({ target, filename }) =>
    target.localName === 'script' || filename?.startsWith(`${location.origin}/assets/`);
  addEventListener('error', (event) => isOfStart(event) && sayNotLoaded(), true);

  // what another app shares is for the text that is written: it stays neither in the address nor in the history
  const { pathname, search } = location;
  if (pathname === '/create' && /[?&](title|text|url|shared)=/.test(search)) {
    window.sharedSearch = search;
    history.replaceState(history.state, '', pathname);
  }

  // workers and the service worker may only come from here; nothing else is made a script or markup
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError('A script of another origin');
      return url;
    },
  });

  const { libraries, worker: workerFile, check, first, saved: kept, ask, relays = '' } = document.currentScript.dataset;
  const inHead = (name, attributes) => document.head.append(Object.assign(document.createElement(name), attributes));
  const attempt = (act) => {
    try {
      return act();
    } catch {
      // what cannot start here starts later, or fails there and is told
      return undefined;
    }
  };

  const STAGGER_MS = 100;
  const HEARD_MAX = 50;
  const UNUSED_MS = 15_000;
  /** by address; undefined once the app looks after that relay itself */
  const sockets = new Map();
  /** What may be asked, by address, until the app asks its first question there. */
  const asks = new Map();
  /** `EVENT_MAX_FUTURE_S`: what is dated further ahead is not asked for (`actors/wire/reqs.ts`). */
  const AHEAD_S = 900;
  const latest = Math.floor(Date.now() / 1_000) + AHEAD_S;
  /** The whole feed, which the app asks of a visitor's relays first; on another screen it asks for something else. */
  const questionAs = (id) => ask && pathname === '/' && !search && `["REQ","${id}",{"until":${latest},${ask.slice(1)}]`;
  /** The app asks a moment later. */
  const timeless = (text) => text.replace(/"until":\d+/, '');
  const connect = (url, early) => {
    if (sockets.has(url)) return;
    const socket = new WebSocket(url);
    const [heard, listening] = [[], new AbortController()];
    const hear = (event) => {
      if (heard.push(event) > HEARD_MAX) socket.close();
      if (event.type !== 'open' || !early.question) return;
      socket.send(early.question);
      early.isSent = true;
    };
    for (const type of ['open', 'message', 'close']) socket.addEventListener(type, hear, { signal: listening.signal });
    sockets.set(url, { socket, heard, listening, early });
    setTimeout(() => sockets.get(url)?.socket.close(), UNUSED_MS);
  };
  /** What came since the question was sent is told once the app asks it, too, word for word; it is not sent again then. */
  const holdBack = (url, { socket, heard, early: { id, question } }) => {
    const held = heard.splice(1);
    const holding = new AbortController();
    const release = () => {
      delete socket.send;
      holding.abort();
      for (const { data } of held) socket.dispatchEvent(new MessageEvent('message', { data }));
    };
    const hold = (event) => {
      // the close itself comes to the app after what is held
      if (event.type === 'close') return release();
      event.stopImmediatePropagation();
      // the app has bounds of its own for who says much
      return held.push(event) > HEARD_MAX && release();
    };
    for (const type of ['message', 'close']) socket.addEventListener(type, hold, { signal: holding.signal });
    socket.send = (text) => {
      delete socket.send;
      asks.delete(url);
      if (timeless(text) !== timeless(question)) for (const one of [`["CLOSE","${id}"]`, text]) socket.send(one);
      queueMicrotask(release);
    };
  };

  /** Those the page is configured with or else the public ones, where nobody has chosen others. */
  const firstRelays = () => {
    if (!navigator.onLine || ['nostrRelays', 'nostrPubkey'].some((key) => localStorage.getItem(key) !== null))
      return [];
    const { content } = document.querySelector('meta[name=nuthatch-relays]');
    const urls = content ? JSON.parse(content).readwrite : relays.split(' ');
    return urls.slice(0, 3).map((url) => new URL(url).href);
  };
  for (const [at, url] of (attempt(firstRelays) ?? []).entries()) {
    const early = { id: `e${at}`, question: questionAs(`e${at}`), isSent: false };
    asks.set(url, early);
    if (at === 0) attempt(() => connect(url, early));
    else setTimeout(() => attempt(() => connect(url, early)), at * STAGGER_MS);
  }

  // the largest file of the start, behind the first socket: over a slow line the relay's answer would else wait for all of it
  if (libraries)
    inHead('script', { type: 'module', async: true, crossOrigin: '', fetchPriority: 'high', src: libraries });

  /** What checks signatures; nothing is shown before it runs. */
  let worker = workerFile && attempt(() => new Worker(workerFile, { type: 'module', name: 'verify' }));
  worker?.addEventListener('error', () => (worker = undefined));

  const isStored = Boolean(navigator.serviceWorker?.controller);
  // what the worker computes with: it asks for it once its own file is there, a round trip later
  if (check && worker && !isStored) attempt(() => fetch(check).catch(() => {}));

  // what stands under the notes: where it is stored, it is there with the first of them
  if (first && isStored) inHead('link', { rel: 'modulepreload', href: first });

  /** The cache and the names that were saved, from the database that is named first, and its store. */
  const readSaved = ([database, store, ...keys]) =>
    new Promise((resolve) => {
      const opening = indexedDB.open(database);
      opening.addEventListener('error', () => resolve());
      // the app makes one where there is none
      opening.onupgradeneeded = () => opening.transaction.abort();
      opening.onsuccess = () => {
        const found = attempt(() => {
          const reading = opening.result.transaction(store);
          reading.oncomplete = () => resolve(found?.map(({ result }) => result));
          reading.addEventListener('abort', () => resolve());
          return keys.map((key) => reading.objectStore(store).get(key));
        });
        opening.result.close();
        if (!found) resolve();
      };
    });
  // where nobody was before, nothing is saved
  let saved = attempt(() => (kept && localStorage.getItem('lastRouteInfo') && readSaved(kept.split(' '))) || undefined);

  window.early = {
    saved() {
      const reading = saved;
      saved = undefined;
      return reading;
    },
    worker() {
      const started = worker;
      worker = undefined;
      return started;
    },
    socket(url) {
      const found = sockets.get(url);
      sockets.set(url, undefined);
      if (!found) return undefined;
      const { socket, heard, listening } = found;
      listening.abort();
      if (found.early.isSent && socket.readyState === WebSocket.OPEN) holdBack(url, found);
      // what came before there was somebody to hear it
      queueMicrotask(() => heard.forEach((event) => socket.dispatchEvent(event)));
      return socket;
    },
    asked(url, filters) {
      const key = new URL(url).href;
      const early = asks.get(key);
      asks.delete(key);
      if (early?.question && filters === `[${ask}]`) return early.id;
      // what is not sent yet is not to be sent any more
      if (early && !early.isSent) early.question = undefined;
      return undefined;
    },
  };
})();
