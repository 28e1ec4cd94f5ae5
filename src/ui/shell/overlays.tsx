import { useParams, useSearch } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';
import { clearIn } from '#ui/cache/clears.ts';
import { lazyView } from '#ui/kit/later.ts';
import { ModalRank } from '#ui/kit/modal.tsx';
import { SheetBoundary } from '#ui/kit/sheet-boundary.tsx';
import { useOverlay, type OverlayName } from '#ui/overlay.ts';
import { publishOverlays } from '#ui/publish/publish-overlays.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { sessionOverlays } from '#ui/session/session-overlays.ts';
import { walletOverlays } from '#ui/wallet/wallet-overlays.ts';

const RelaySheet = lazyView(() => import('#ui/relays/relay-sheet.tsx'), 'RelaySheet');
const RelayHealthSheet = lazyView(() => import('#ui/relays/relay-health-sheet.tsx'), 'RelayHealthSheet');
const FeedRelaySheet = lazyView(() => import('#ui/feed/feed-relay-sheet.tsx'), 'FeedRelaySheet');
const AuxiliaryRelaysSheet = lazyView(() => import('#ui/relays/auxiliary-relays-sheet.tsx'), 'AuxiliaryRelaysSheet');
const RemoveRelaySheet = lazyView(() => import('#ui/relays/remove-relay-sheet.tsx'), 'RemoveRelaySheet');
const RestoreRelaysSheet = lazyView(() => import('#ui/relays/restore-relays-sheet.tsx'), 'RestoreRelaysSheet');
const ShortcutsSheet = lazyView(() => import('./shortcuts-sheet.tsx'), 'ShortcutsSheet');
const SettingsOverlay = lazyView(() => import('#ui/settings/settings-overlay.tsx'), 'SettingsOverlay');
const InspectorOverlay = lazyView(() => import('#ui/inspector/inspector-overlay.tsx'), 'InspectorOverlay');
const SaveSheet = lazyView(() => import('#ui/inspector/save-sheet.tsx'), 'SaveSheet');
const ThreadSheet = lazyView(() => import('#ui/thread/thread-sheet.tsx'), 'ThreadSheet');
const ContactsSheet = lazyView(() => import('#ui/profile/contacts-sheet.tsx'), 'ContactsSheet');
const RelayDiscoverySheet = lazyView(() => import('#ui/profile/relay-discovery-sheet.tsx'), 'RelayDiscoverySheet');
const ProfileMenu = lazyView(() => import('#ui/profile/profile-menu.tsx'), 'ProfileMenu');
const ClearSheet = lazyView(() => import('#ui/cache/clear-sheet.tsx'), 'ClearSheet');
const NoteMenu = lazyView(() => import('#ui/note/note-menu.tsx'), 'NoteMenu');
const NoteEventSheet = lazyView(() => import('#ui/note/note-event-sheet.tsx'), 'NoteEventSheet');
const ReactionSheet = lazyView(() => import('#ui/note/reaction-sheet.tsx'), 'ReactionSheet');
const ImageViewer = lazyView(() => import('#ui/note/image-viewer.tsx'), 'ImageViewer');

let asked = 0;

/** One overlay; when it fails, a sheet says so in its place. */
const Overlay = ({ name, view: View }: { name: OverlayName; view: ComponentType }) => {
  const { value, close } = useOverlay(name);
  const [rank] = useState(() => (asked += 1));
  return (
    <ModalRank value={rank}>
      <SheetBoundary resetKey={String(value)} onClose={close}>
        <View />
      </SheetBoundary>
    </ModalRank>
  );
};

/** The overlays the address asks for, the later ones above (ROUTE-17 to ROUTE-20). */
export const Overlays = () => {
  const search: AppSearch = useSearch({ strict: false });
  const { npub } = useParams({ strict: false });
  const clear = clearIn(search);
  return (
    <>
      {search.settings && !search.relayStatus && <Overlay name="settings" view={SettingsOverlay} />}
      {search.relayStatus && <Overlay name="relayStatus" view={SettingsOverlay} />}
      {search.relay !== undefined && <Overlay name="relay" view={RelaySheet} />}
      {search.shortcuts && <Overlay name="shortcuts" view={ShortcutsSheet} />}
      {search.relayHealth && <Overlay name="relayHealth" view={RelayHealthSheet} />}
      {search.feedRelay && <Overlay name="feedRelay" view={FeedRelaySheet} />}
      {search.auxiliaryRelays && <Overlay name="auxiliaryRelays" view={AuxiliaryRelaysSheet} />}
      {search.restoreRelays && <Overlay name="restoreRelays" view={RestoreRelaysSheet} />}
      {search.removeRelay !== undefined && <Overlay name="removeRelay" view={RemoveRelaySheet} />}
      {search.contacts && <Overlay name="contacts" view={ContactsSheet} />}
      {npub !== undefined && search.relayDiscovery && <Overlay name="relayDiscovery" view={RelayDiscoverySheet} />}
      {npub !== undefined && search.profileMenu && <Overlay name="profileMenu" view={ProfileMenu} />}
      {search.thread !== undefined && <Overlay name="thread" view={ThreadSheet} />}
      {search.image !== undefined && search.of !== undefined && <Overlay name="image" view={ImageViewer} />}
      {search.noteMenu !== undefined && <Overlay name="noteMenu" view={NoteMenu} />}
      {search.noteEvent !== undefined && <Overlay name="noteEvent" view={NoteEventSheet} />}
      {search.react !== undefined && <Overlay name="react" view={ReactionSheet} />}
      {publishOverlays.map(([name, view]) => search[name] && <Overlay key={name} name={name} view={view} />)}
      {clear && <Overlay name={clear} view={ClearSheet} />}
      {walletOverlays.map(([name, view]) => search[name] && <Overlay key={name} name={name} view={view} />)}
      {sessionOverlays.map(([name, view]) => search[name] && <Overlay key={name} name={name} view={view} />)}
      {search.inspect && <Overlay name="inspect" view={InspectorOverlay} />}
      {search.saveRecording && <Overlay name="saveRecording" view={SaveSheet} />}
    </>
  );
};
