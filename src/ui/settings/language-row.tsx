import { useEffect, useId, useRef } from 'react';
import { Icon } from '#ui/kit/icon.tsx';
import { usePreference } from '#ui/system-context.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import { settingsTexts as texts } from '#ui/texts/settings.ts';

/** The language in which another one was chosen last: another language makes the views anew. */
let chosenIn: string | undefined;

/** Gives the focus back to the field after the language changed. */
const useFocusAgain = () => {
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (chosenIn !== undefined && chosenIn !== appTexts.language) field.current?.focus();
    chosenIn = undefined;
  }, []);
  return field;
};

/** Which language the app speaks; changes at once. */
export const LanguageRow = () => {
  const id = useId();
  const field = useFocusAgain();
  const [language, set] = usePreference('language');
  const choose = (tag: string) => {
    chosenIn = appTexts.language;
    set(tag);
  };
  return (
    <div className="item set__pick">
      <Icon name="globe" />
      <label className="item__txt" htmlFor={id}>
        <b>{texts.language}</b>
      </label>
      <select ref={field} className="input" id={id} value={language} onChange={(event) => choose(event.target.value)}>
        <option value="">{texts.languageOfBrowser}</option>
        {Object.entries(texts.languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
};
