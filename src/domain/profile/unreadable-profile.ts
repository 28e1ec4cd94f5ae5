/** There is a profile, but its content is no JSON object: nobody is to be told that there is none. */
export class UnreadableProfile extends Error {
  override readonly name = 'UnreadableProfile';
}
