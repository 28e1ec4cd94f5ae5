import { useId } from 'react';
import { Icon } from '#ui/kit/icon.tsx';
import { usePreference } from '#ui/system-context.ts';
import { settingsTexts as texts } from '#ui/texts/settings.ts';

/** Which language the app speaks; changes at once. */
export const LanguageRow = () => {
  const id = useId();
  const [language, choose] = usePreference('language');
  return (
    <div className="item set__pick">
      <Icon name="globe" />
      <label className="item__txt" htmlFor={id}>
        <b>{texts.language}</b>
      </label>
      <select className="input" id={id} value={language} onChange={(event) => choose(event.target.value)}>
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
