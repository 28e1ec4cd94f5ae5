/**
 * The people of a list where whoever of them was pressed keeps the place that they have on screen, also when they left the
 * list; all others stand as the list says.
 */
export const keptPlaces = (
  shown: readonly string[],
  people: readonly string[],
  pressed: ReadonlySet<string>,
): readonly string[] => {
  const kept = people.filter((pubkey) => !pressed.has(pubkey));
  for (const [index, pubkey] of shown.entries()) if (pressed.has(pubkey)) kept.splice(index, 0, pubkey);
  return kept;
};
