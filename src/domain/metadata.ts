/** Profile metadata of a kind 0 event; missing fields are empty strings (doc A section 3). */
export type Metadata = {
  readonly name: string;
  /** falls back to the field `displayName` */
  readonly display_name: string;
  readonly picture: string;
  readonly about: string;
  readonly nip05: string;
  readonly website: string;
  readonly banner: string;
  readonly lud16: string;
  readonly lud06: string;
  /** seconds: created_at of the event */
  readonly createdAt: number;
};
