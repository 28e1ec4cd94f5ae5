/** All that stands in any of the lists, once, in the order in which it first comes. */
export const union = <Item>(...lists: (readonly Item[])[]): Item[] => [...new Set(lists.flat())];
