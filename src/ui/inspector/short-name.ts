/** The name of an actor where there is little room: an address without its scheme. */
export const shortName = (name: string): string => name.replace(/^wss?:\/\//, '');
