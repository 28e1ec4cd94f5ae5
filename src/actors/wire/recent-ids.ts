/** True for ids that were not seen lately; remembers between `capacity` and twice as many. */
export const recentIds = (capacity: number) => {
  let [young, old] = [new Set<string>(), new Set<string>()];
  return (id: string): boolean => {
    if (young.has(id) || old.has(id)) return false;
    if (young.size >= capacity) [young, old] = [new Set(), young];
    young.add(id);
    return true;
  };
};
