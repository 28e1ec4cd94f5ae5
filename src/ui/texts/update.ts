/** The words of an update of the app. */
export const updateTexts = {
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
} as const;
