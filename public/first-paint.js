// Runs before the first paint: the theme, and no splash when this session has seen it or the app is installed.
(() => {
  const root = document.documentElement;
  const standalone = matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;
  try {
    if (localStorage.getItem('darkMode') === 'false') root.dataset.theme = 'light';
    if (standalone || sessionStorage.getItem('splash-shown') !== null) root.classList.add('no-splash');
  } catch {
    // storage is blocked: the dark theme, and the splash each time
  }
})();
