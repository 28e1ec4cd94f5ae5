/** Makes the service worker give out the page as it is served here: with its hash, under a revision and policy of its own. */
export function fitServiceWorker(script: string, served: { html: string; relays?: unknown }): string;
