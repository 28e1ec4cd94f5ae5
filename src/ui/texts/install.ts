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
    availableWhy: 'Takes a second. Drafts and unsent posts are kept.',
    keyLost: 'Takes a second. Drafts are kept, but your key is not saved here: you will have to log in again.',
    updating: 'Updating',
    updatingWhy: 'The app reloads by itself.',
    failed: 'The app did not reload. Try again, or close its window and open it again.',
    held: {
      post: 'Finishing your post first. Then the app reloads by itself.',
      text: 'Something you wrote is not saved on this device. Once it is posted or deleted, the app reloads by itself.',
    },
    later: 'Later',
    now: 'Update Now',
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
  shared: {
    nsec: 'The shared text held a secret key and was dropped',
    ncryptsec: 'The shared text held an encrypted secret key and was dropped',
    why: 'None of it was kept. Delete it where it came from: anyone who reads it can act in your name.',
  },
  offline: {
    title: 'No notes saved here',
    why: 'Saved notes last 24 hours. New ones arrive when you are back online. You can still write: your post is sent as soon as you are online.',
    write: 'Write a note',
  },
  link: {
    title: 'Open a link',
    unknown: 'This link leads nowhere',
    unknownWhy: 'It has no note or profile in it. Check it, or search for its words.',
    secret: 'That is a secret key',
    secretWhy:
      'Never show it to anyone; it opens nothing here. It was removed from the address, but your browser history may still have it.',
    address: 'Nuthatch cannot show this',
    addressWhy:
      'The link leads to something its author can change later, such as an article. Only notes and profiles open here.',
    author: 'Open the profile of the author',
    search: 'Search',
    toFeed: 'To the feed',
  },
} as const;
