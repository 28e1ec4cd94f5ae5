import { speaking } from '#ui/texts/english.ts';
import { about } from './about.ts';
import { app } from './app.ts';
import { ecash } from './ecash.ts';
import { ecashProblems } from './problems/ecash.ts';
import { feed } from './feed.ts';
import { inspector } from './inspector.ts';
import { install } from './install.ts';
import { modes } from './modes.ts';
import { cache } from './cache.ts';
import { note } from './note.ts';
import { noteMenu } from './note-menu.ts';
import { imageViewer } from './image-viewer.ts';
import { notifications } from './notifications.ts';
import { pow } from './pow.ts';
import { token } from './token.ts';
import { update } from './update.ts';
import { shared } from './shared.ts';
import { kindNames } from './kind-names.ts';
import { link } from './link.ts';
import { offline } from './offline.ts';
import { problems } from './problems.ts';
import { profile } from './profile.ts';
import { publish } from './publish.ts';
import { relays } from './relays.ts';
import { scan } from './scan.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { shortcuts } from './shortcuts.ts';
import { social } from './social.ts';
import { thread } from './thread.ts';
import { money } from './money.ts';
import { ecashMoves } from './ecash-moves.ts';
import { address } from './address.ts';
import { ownOffer } from './own-offer.ts';
import { request } from './request.ts';
import { wallet } from './wallet.ts';
import { welcome } from './welcome.ts';
import { zap } from './zap.ts';

/** Deutsch */
export const german = {
  about,
  app,
  cache,
  ecash,
  ecashProblems,
  feed,
  inspector,
  install,
  modes,
  note,
  noteMenu,
  imageViewer,
  notifications,
  pow,
  token,
  update,
  shared,
  kindNames,
  link,
  offline,
  problems,
  profile,
  publish,
  relays,
  scan,
  search,
  session,
  settings,
  shortcuts,
  social,
  thread,
  money,
  ecashMoves,
  address,
  ownOffer,
  request,
  wallet,
  welcome,
  zap,
};

/** German from now on. */
export const speak = () => speaking(german);
