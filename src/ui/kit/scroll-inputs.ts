/** What a reader scrolls with: from the first of these on, nobody else moves the page. */
export const SCROLL_INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
