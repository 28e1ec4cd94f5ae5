/** What the test of a relay tries, in this order. */
export const TEST_STEPS = ['connect', 'information', 'round trip', 'read', 'write'] as const;
export type TestStep = (typeof TEST_STEPS)[number];
