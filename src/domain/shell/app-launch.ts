import { sharedText } from './shared-text.ts';

/** Where the text of other apps arrives. */
export const WRITING_PATH = '/create';

/** What a launch of the running app asks for; undefined when it is only to be shown. */
export type Launch =
  | { readonly type: 'open'; readonly path: string }
  /** a text of another app for the one who writes */
  | { readonly type: 'share'; readonly path: string; readonly text: string };

/** Reads the address of a launch. Addresses of other sites ask for nothing. */
export const readLaunch = (address: string, origin: string): Launch | undefined => {
  const url = URL.parse(address);
  if (url === null || url.origin !== origin) return undefined;
  const { pathname, search, hash } = url;
  const text = pathname === WRITING_PATH ? sharedText(search) : undefined;
  if (text !== undefined) return { type: 'share', path: pathname, text };
  return pathname === '/' && search === '' && hash === ''
    ? undefined
    : { type: 'open', path: `${pathname}${search}${hash}` };
};
