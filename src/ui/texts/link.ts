/** The words for links from elsewhere, and for those that lead nowhere. */
export const linkTexts = {
  title: 'Open a link',
  unknown: 'This link leads nowhere',
  unknownWhy: 'It has no note or profile in it. Check it, or search for its words.',
  secret: 'That is a secret key',
  secretWhy:
    'Never show it to anyone; it opens nothing here. It was removed from the address, but your browser history may still have it.',
  address: 'Nuthatch cannot show this',
  addressWhy: (what: string) => `The link leads to ${what}. Only notes and profiles open here.`,
  by: (what: string, name: string) => `${what} by ${name}`,
  open: 'Open in another app',
  copy: 'Copy code',
  author: 'Open the profile of the author',
  search: 'Search',
  toFeed: 'To the feed',
  notFound: 'This page does not exist',
  notFoundWhy: 'Check the link, or go to the feed.',
} as const;
