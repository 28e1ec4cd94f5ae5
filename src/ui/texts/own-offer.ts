import { satsWritten } from './sats.ts';

/** Being paid by an offer of one's own. */
export const ownOfferTexts = {
  title: 'Reusable offer',
  titleOf: (sats: string) => `Offer for ${satsWritten(sats)}`,
  lead: 'Whoever has it can pay you over Lightning, as often as they like. What they pay becomes ecash of this mint.',
  get: 'Get a reusable offer instead',
  anyAmount: 'Leave it empty to let them choose',
  memo: 'optional, stands on the offer',
  make: 'Make offer',
  open: 'Offers',
  qr: 'QR code of the offer',
  copy: 'Copy the offer',
  share: 'Share',
  close: 'Close',
  stop: 'Stop using',
  waiting: 'Waiting for payments',
  taking: 'Paid. Your ecash is being issued',
  watched: 'They come in by themselves. You can close this',
  got: (sats: string) => `${satsWritten(sats)} ${sats === '1' ? 'has' : 'have'} arrived`,
  now: 'Look now',
  here: 'It stays on this device. The recovery phrase does not bring the offer back, only what has arrived.',
  stopped: 'You stopped using this offer',
  stoppedWhy:
    'Do not give it out any more. If somebody still pays it, the sats come in: for a month we look once a day.',
  arrivals: 'What has arrived',
  at: 'Arrives at',
  for: 'For',
  quoted: (text: string) => `“${text}”`,
  missing: 'This offer is not on this device',
};
