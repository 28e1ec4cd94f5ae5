export const DEFAULT_HASHTAGS: readonly string[] = ['Bitcoin', 'Nostr', 'News'];
