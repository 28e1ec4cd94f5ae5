/** The words of the installed app, and how it gets there. */
export const installTexts = {
  install: {
    title: 'Install',
    why: 'Own window, opens where you left off, works offline for reading.',
    more: 'About Nuthatch',
    later: 'Not now',
    install: 'Install',
  },
  about: {
    title: 'As an app',
    installed: 'Installed',
    installedWhy: 'It runs in its own window.',
    install: 'Install Nuthatch',
    installWhy: 'Own window, opens where you left off, works offline for reading.',
    byBrowser: 'Install from the browser',
    byBrowserWhy: 'If your browser can install apps, its menu or its address bar offers it.',
    ios: 'Add to the home screen',
    iosWhy: 'Tap Share in Safari, then Add to Home Screen.',
    update: 'A new version is ready',
    updateWhy: 'The app reloads with it.',
  },
} as const;
