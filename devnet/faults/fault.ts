/** What a fault proxy does to the sockets of a relay. A fault holds for the sockets that are open and for new ones. */
export type Fault =
  /** everything passes */
  | { readonly kind: 'none' }
  /** ends TCP without a close frame; new connections are ended before they are answered */
  | { readonly kind: 'drop' }
  /** resets TCP in the middle of the relay's next frame */
  | { readonly kind: 'cut' }
  /** each frame of the relay comes so much later */
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  /** accepts sockets and holds every frame of both sides back until the fault is lifted */
  | { readonly kind: 'silence' }
  /** accepts sockets and throws every frame of both sides away */
  | { readonly kind: 'swallow' }
  /** accepts TCP and does not answer the upgrade until the fault is lifted; open sockets fall silent */
  | { readonly kind: 'stall' }
  /** nobody listens on the port; open sockets are reset */
  | { readonly kind: 'refuse' }
  /** answers the upgrade with this HTTP status, such as 401 or 503; open sockets are ended */
  | { readonly kind: 'status'; readonly status: number }
  /** frames that are not of Nostr with each frame of the relay, or instead of it */
  | { readonly kind: 'garbage'; readonly instead: boolean }
  /** a frame that is not of WebSocket, for which a client must fail the socket */
  | { readonly kind: 'malformed' }
  /** so many made-up events a second to every open subscription, beside what the relay sends */
  | { readonly kind: 'flood'; readonly perSecond: number }
  /** TCP ends in one direction: the client hears nothing more, or the relay does */
  | { readonly kind: 'half-close'; readonly toward: 'client' | 'relay' }
  /** a close frame with this code, after which the socket ends */
  | { readonly kind: 'close'; readonly code: number }
  /** every socket opens and ends so many ms later */
  | { readonly kind: 'flap'; readonly openMs: number };

export const NO_FAULT: Fault = { kind: 'none' };

/** Frames wait for a better time. */
export const holds = ({ kind }: Fault): boolean => kind === 'silence' || kind === 'stall';
