/** There is a profile of the user's own, but its content is no JSON object: they are not to be told that they have none. */
export class UnreadableProfile extends Error {
  override readonly name = 'UnreadableProfile';
}
