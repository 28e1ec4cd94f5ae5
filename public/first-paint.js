// Runs before the first paint: the theme, whether the splash is shown, and what the code that comes later would miss.
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

  // the offer to install the app comes once
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installOffer = event;
  });

  // what another app shares is for the text that is written: it stays neither in the address nor in the history
  const { pathname, search } = location;
  if (pathname === '/create' && /[?&](title|text|url|shared)=/.test(search)) {
    window.sharedSearch = search;
    history.replaceState(history.state, '', pathname);
  }
})();
