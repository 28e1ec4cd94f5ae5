/** The light of a relay. */
export type RelayLight = 'ok' | 'wait' | 'bad' | 'off';

/** The light of each state of a connection, wherever a relay is shown; also its tag. */
export const CONNECTION_LIGHTS = {
  'not connected': 'off',
  connecting: 'wait',
  connected: 'ok',
  recovering: 'wait',
  waiting: 'wait',
  resting: 'bad',
  'given up': 'bad',
  destroyed: 'off',
} as const satisfies Readonly<Record<string, RelayLight>>;

export type ConnectionState = keyof typeof CONNECTION_LIGHTS;
