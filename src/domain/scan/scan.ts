/** What a camera is to find: the code that pairs a remote wallet, ecash, or an invoice. */
export type ScanWish = 'pairing' | 'token' | 'invoice';

/** Why a camera does not look. */
export type CameraProblem =
  /** the user or the browser said no */
  | { readonly code: 'camera-refused' }
  | { readonly code: 'no-camera' }
  | { readonly code: 'camera-busy' }
  | { readonly code: 'camera-failed' };

const WANTED: Readonly<Record<ScanWish, RegExp>> = {
  pairing: /^nostr\+?walletconnect:/i,
  token: /^(?:web\+cashu:(?:\/\/)?|cashu:(?:\/\/)?|https?:\/\/\S+[#=/])?(?:cashu[a-z]|creq[ab])/i,
  invoice:
    /^(?:(?:lightning:(?:\/\/)?)?(?:ln[a-z]+\d|[^\s@:]+@[^\s@]+$)|(?:cashu:(?:\/\/)?)?creq[ab]|bitcoin:\S*[?&](?:creq|lightning|lno)=)/i,
};

/** Whether a text that a camera read is what it was to find; what exactly it says is for who asked. */
export const isSought = (wish: ScanWish, text: string): boolean => WANTED[wish].test(text.trim());

const BY_NAME: Readonly<Record<string, CameraProblem['code']>> = {
  NotAllowedError: 'camera-refused',
  SecurityError: 'camera-refused',
  NotFoundError: 'no-camera',
  OverconstrainedError: 'no-camera',
  NotReadableError: 'camera-busy',
  AbortError: 'camera-busy',
};

/** What the browser means when it gives no camera. */
export const cameraProblemOf = (error: unknown): CameraProblem => ({
  code: BY_NAME[error instanceof Error ? error.name : ''] ?? 'camera-failed',
});
