/** What every request says once the relay directory was destroyed (RELAY-49). */
export const DESTROYED = 'RelayConnectionPool has been destroyed';
