// Runs before the first paint: the theme, whether the splash is shown, and what the code that comes later would miss.
(() => {
  const root = document.documentElement;
  const standalone = matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;
  let splash = !standalone;
  try {
    if (localStorage.getItem('darkMode') === 'false') root.dataset.theme = 'light';
    // in a browser once per session; installed only while the app is being updated
    splash = standalone
      ? sessionStorage.getItem('app-updating') !== null
      : sessionStorage.getItem('splash-shown') === null;
  } catch {
    // storage is blocked: the dark theme, and in a browser the splash each time
  }
  if (!splash) root.classList.add('no-splash');

  // the offer to install the app comes once
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installOffer = event;
  });

  // what another app shares is for the text that is written: it stays neither in the address nor in the history
  const { pathname, search } = location;
  if (pathname === '/create' && /[?&](title|text|url)=/.test(search)) {
    window.sharedSearch = search;
    history.replaceState(history.state, '', pathname);
  }
})();
