import type { PreferenceStore } from '#store/settings/preferences.ts';

/** What colours the frame of the window: the surface of each theme. */
const FRAME_COLOURS = { dark: '#0c1014', light: '#eff2f5' } as const;

export type ThemeDeps = {
  readonly preferences: PreferenceStore;
  /** whether the device is set to light colours; `src/first-paint.js` asks the same before the first paint */
  readonly light: Pick<MediaQueryList, 'matches' | 'addEventListener'>;
  /** `<html>` */
  readonly root: { readonly dataset: DOMStringMap };
  /** `<meta name="theme-color">` */
  readonly frame: { content: string } | undefined;
};

/** Keeps the theme of the page as it was chosen, and until then as the device is set. */
export const followTheme = ({ preferences, light, root, frame }: ThemeDeps): (() => void) => {
  const apply = () => {
    const theme = (preferences.get('darkMode') ?? !light.matches) ? 'dark' : 'light';
    if (root.dataset['theme'] !== theme) root.dataset['theme'] = theme;
    if (frame) frame.content = FRAME_COLOURS[theme];
  };
  apply();
  light.addEventListener('change', apply);
  return preferences.subscribe(apply);
};
