/** What stands in the place of a picture that is not drawn in letters. */
export const modesTexts = {
  pictureOf: (place: number, name: string) => `Picture ${place} of a note by ${name}`,
  show: 'Show picture',
  problems: {
    refused: (host: string) => `${host} does not let other sites read its pictures.`,
    missing: (host: string) => `${host} did not send this picture.`,
    'too large': () => 'This picture is too large to be drawn.',
    kind: () => 'This kind of picture cannot be drawn.',
    slow: () => 'This picture took too long.',
    broken: () => 'This picture could not be drawn.',
  },
} as const;
