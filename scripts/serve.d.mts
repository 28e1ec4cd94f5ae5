/**
 * Serves the built app on loopback with the headers of production. `relays` fills the page's relay configuration;
 * `port` 0 takes any free one, a taken port the next one. `url` has no slash at the end.
 */
export function serveApp(options: {
  port?: number;
  relays?: unknown;
  dist?: string;
  /** bytes of the body of each file that is sent, as they go over the network */
  onSent?: (bytes: number) => void;
}): Promise<{ port: number; url: string; close(): Promise<void> }>;
