/** What stands in the place of a picture that is not drawn in letters. */
export const modesTexts = {
  pictureOf: (place: number, name: string) => `Picture ${place} of a note by ${name}`,
  show: 'Show picture',
  problems: {
    refused: (host: string) => `${host} lets no other site read its pictures.`,
    missing: (host: string) => `${host} did not send this picture.`,
    'too large': () => 'This picture is too large to be drawn.',
    kind: () => 'This kind of picture is not drawn.',
    slow: () => 'This picture took too long.',
    broken: () => 'This picture could not be drawn.',
  },
} as const;
