import { SECOND, MINUTE } from '#domain/units.ts';

export const POOL_MAX_CONNECTIONS = 20;
export const POOL_CONNECT_TIMEOUT_MS = 5 * SECOND;
export const POOL_RECONNECT_DELAY_MS = 5 * SECOND;
export const POOL_MAX_ATTEMPTS = 3;
export const POOL_HEALTH_CHECK_MS = 30 * SECOND;
export const POOL_MONITOR_MS = 60 * SECOND;
export const SOCKET_CONNECT_TIMEOUT_MS = 10 * SECOND;
/** multiplied by the number of the attempt */
export const SOCKET_RECONNECT_DELAY_MS = 3 * SECOND;
export const SOCKET_MAX_ATTEMPTS = 5;
export const SOCKET_PING_MS = 30 * SECOND;
export const SOCKET_PONG_TIMEOUT_MS = 5 * SECOND;
export const SOCKET_STALE_MS = 300 * SECOND;
export const SOCKET_CLEANUP_MS = 60 * SECOND;
/** close codes after which no reconnect is tried */
export const SOCKET_FINAL_CLOSE_CODES: readonly number[] = [1000, 1001];
export const CONCURRENT_CONNECTS = 15;
export const CONCURRENT_CONNECT_TIMEOUT_MS = 10 * SECOND;
export const FLAPPING_PAUSE_MS = 1 * MINUTE;
export const RELAY_UI_CONNECT_RETRY_MS = 2 * SECOND;
export const RELAY_CONNECT_STAGGER_MS = 100;
