/** The words of the installed app: how it gets there, how it is updated, and what the system opens it with. */
export const installTexts = {
  install: {
    title: 'Install',
    why: 'Own window, opens where you left off, works offline for reading.',
    more: 'About Nuthatch',
    later: 'Not now',
    install: 'Install',
  },
  update: {
    available: 'Update Available',
    availableWhy: 'Takes a second. Drafts and posts on their way are kept.',
    keyLost: 'Takes a second. Drafts are kept, but your key is not saved here: you log in again after it.',
    updating: 'Updating',
    updatingWhy: 'The app reloads by itself.',
    failed: 'The app did not reload. Try again, or close its window and open it anew.',
    held: {
      post: 'Your post is finished first. Then the app reloads by itself.',
      text: 'Something you wrote is not saved on this device. Once it is posted or deleted, the app reloads by itself.',
    },
    later: 'Later',
    now: 'Update Now',
  },
  about: {
    title: 'As an app',
    installed: 'Installed',
    installedWhy: 'It runs in a window of its own.',
    install: 'Install Nuthatch',
    installWhy: 'Own window, opens where you left off, works offline for reading.',
    byBrowser: 'Install from the browser',
    byBrowserWhy: 'If your browser can install apps, its menu or its address bar offers it.',
    ios: 'Add to the home screen',
    iosWhy: 'Press Share at the edge of Safari, then Add to Home Screen.',
    update: 'A new version is ready',
    updateWhy: 'The app reloads with it.',
  },
  shared: {
    nsec: 'A secret key was shared and not taken over',
    ncryptsec: 'An encrypted secret key was shared and not taken over',
    why: 'Nothing of that text was kept. Delete it where it came from: whoever reads it can act in your name.',
  },
  offline: {
    title: 'No notes saved here',
    why: 'Notes are kept for 24 hours. They come back with the connection. Until then you can write: what you post is sent as soon as you are online.',
    write: 'Write a note',
  },
  link: {
    title: 'Open a link',
    unknown: 'This link leads nowhere',
    unknownWhy: 'It names no note and nobody. Check it, or search for its words.',
    secret: 'That is a secret key',
    secretWhy:
      'Nobody else may see it, and it opens nothing here. It was taken out of the address; the history of the browser may still hold it.',
    address: 'Nuthatch does not show this',
    addressWhy:
      'The link leads to something its author changes over time, such as an article. Notes and profiles open here.',
    author: 'Open the profile of the author',
    search: 'Search',
    toFeed: 'To the feed',
  },
} as const;
