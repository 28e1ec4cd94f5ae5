/** What the app says of itself. */
export const aboutTexts = {
  title: 'About',
  lead: 'A nuthatch walks down the trunk head first. This app does the same with your feed: straight down, no detours, nobody in between but the relays you choose.',
  how: 'How it works',
  principles: {
    relay: {
      title: 'Only relays in between',
      text: 'Notes come straight from the relays you read from. No server of ours sorts or stores them.',
    },
    shield: { title: 'Every signature is checked', text: 'A note that its author did not sign is never shown.' },
    save: {
      title: 'Saved on this device',
      text: 'What you loaded opens instantly next time, even offline.',
    },
    eye: {
      title: 'No account needed',
      text: 'Read as a visitor: nothing to sign up for, no tracking, no ads.',
    },
  },
  facts: 'Version and licences',
  version: 'Version',
  licence: 'Licence',
  licenceWhy: 'MIT: use, change and share it freely',
  parts: 'Licences of bundled software',
  partsWhy: 'Software by others that is built in. Opens in a new tab',
} as const;
