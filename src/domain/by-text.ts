/** The order of texts by their characters' codes: of ids and addresses, the same in every language. */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
