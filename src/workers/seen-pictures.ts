/** Whether a request is for a picture that only the browser's own cache can answer. */
export const isForSeenPicture = ({ destination }: Request, isOnline: boolean): boolean =>
  destination === 'image' && !isOnline;

/** A picture seen before, however old it is. */
export const seenPicture = (request: Request): Promise<Response> =>
  fetch(new Request(request, { cache: 'force-cache' }));
