import type { PreferenceStore } from '#store/preferences.ts';

/** What colours the frame of the window: the surface of each theme. */
const FRAME_COLOURS = { dark: '#0c1014', light: '#eff2f5' } as const;

export type ThemeDeps = {
  readonly preferences: PreferenceStore;
  /** `<html>` */
  readonly root: { readonly dataset: DOMStringMap };
  /** `<meta name="theme-color">` */
  readonly frame: { content: string } | undefined;
};

/** Keeps the theme of the page as it was chosen. */
export const followTheme = ({ preferences, root, frame }: ThemeDeps): (() => void) => {
  const apply = () => {
    const theme = preferences.get('darkMode') ? 'dark' : 'light';
    if (root.dataset['theme'] !== theme) root.dataset['theme'] = theme;
    if (frame) frame.content = FRAME_COLOURS[theme];
  };
  apply();
  return preferences.subscribe(apply);
};
