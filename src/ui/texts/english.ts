import { aboutTexts } from './about.ts';
import { texts } from './app.ts';
import { ecashTexts } from './ecash.ts';
import { ecashProblems } from './problems/ecash.ts';
import { feedTexts } from './feed.ts';
import { inspectorTexts } from './inspector.ts';
import { installTexts } from './install.ts';
import { modesTexts } from './modes.ts';
import { cacheTexts } from './cache.ts';
import { noteTexts } from './note.ts';
import { noteMenuTexts } from './note-menu.ts';
import { imageViewerTexts } from './image-viewer.ts';
import { notificationTexts } from './notifications.ts';
import { powTexts } from './pow.ts';
import { updateTexts } from './update.ts';
import { sharedTexts } from './shared.ts';
import { kindNames } from './kind-names.ts';
import { linkTexts } from './link.ts';
import { offlineTexts } from './offline.ts';
import { problemTexts } from './problems.ts';
import { profileTexts } from './profile.ts';
import { publishTexts } from './publish.ts';
import { relayTexts } from './relays.ts';
import { scanTexts } from './scan.ts';
import { searchTexts } from './search.ts';
import { sessionTexts } from './session.ts';
import { settingsTexts } from './settings.ts';
import { shortcutTexts } from './shortcuts.ts';
import { socialTexts } from './social.ts';
import { threadTexts } from './thread.ts';
import { moneyTexts } from './money.ts';
import { ecashMovesTexts } from './ecash-moves.ts';
import { addressTexts } from './address.ts';
import { ownOfferTexts } from './own-offer.ts';
import { requestTexts } from './request.ts';
import { tokenTexts } from './token.ts';
import { walletTexts } from './wallet.ts';
import { welcomeTexts } from './welcome.ts';
import { zapTexts } from './zap.ts';
import { say } from './say.ts';

/** All that the app says, by area. */
export const english = {
  about: aboutTexts,
  app: texts,
  cache: cacheTexts,
  ecash: ecashTexts,
  ecashProblems,
  feed: feedTexts,
  inspector: inspectorTexts,
  install: installTexts,
  modes: modesTexts,
  note: noteTexts,
  noteMenu: noteMenuTexts,
  imageViewer: imageViewerTexts,
  notifications: notificationTexts,
  pow: powTexts,
  token: tokenTexts,
  update: updateTexts,
  shared: sharedTexts,
  kindNames,
  link: linkTexts,
  offline: offlineTexts,
  problems: problemTexts,
  profile: profileTexts,
  publish: publishTexts,
  relays: relayTexts,
  scan: scanTexts,
  search: searchTexts,
  session: sessionTexts,
  settings: settingsTexts,
  shortcuts: shortcutTexts,
  social: socialTexts,
  thread: threadTexts,
  money: moneyTexts,
  ecashMoves: ecashMovesTexts,
  address: addressTexts,
  ownOffer: ownOfferTexts,
  request: requestTexts,
  wallet: walletTexts,
  welcome: welcomeTexts,
  zap: zapTexts,
} as const;

/** A catalogue that starts as English and takes on the words of other languages. */
export const speaking = say(english);

/** Back to English. */
export const speak = () => speaking({});
