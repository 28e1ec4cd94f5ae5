/** What the viewer of the pictures of a note says. */
export const imageViewerTexts = {
  title: 'Pictures of a note',
  next: 'Next picture',
  previous: 'Previous picture',
  at: (at: number, all: number) => `${at} of ${all}`,
  missing: 'This picture is not available.',
  note: 'Open note',
} as const;
