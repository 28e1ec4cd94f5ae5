import { useEffect, useRef, type RefObject } from 'react';
import { SEARCH_FIELD_MAX_CHARACTERS } from '#domain/search/search-limits.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { searchTexts as texts } from '#ui/texts/search.ts';

type Props = {
  text: string;
  /** a secret key was in the field and was thrown away */
  sawSecret: boolean;
  onType: (text: string) => void;
  onSubmit: () => void;
};

const SecretWarning = () => (
  <div className="sb__warn">
    <Banner tone="bad" icon="key" title={texts.secret}>
      {texts.secretWhy}
    </Banner>
  </div>
);

const ClearButton = ({ field, onType }: Pick<Props, 'onType'> & { field: RefObject<HTMLInputElement | null> }) => (
  <IconButton
    icon="close"
    label={texts.clear}
    onClick={() => {
      onType('');
      field.current?.focus();
    }}
  />
);

const useFocusAtStart = (field: RefObject<HTMLInputElement | null>) =>
  useEffect(() => {
    if (field.current?.value === '') field.current.focus({ preventScroll: true });
  }, [field]);

/** The search field: over the dock on phones, at the top otherwise. An empty one has the focus at the start. */
export const SearchForm = ({ text, sawSecret, onType, onSubmit }: Props) => {
  const field = useRef<HTMLInputElement>(null);
  useFocusAtStart(field);
  return (
    <search className="sb">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {sawSecret && <SecretWarning />}
        <label className="vh" htmlFor="q">
          {texts.label}
        </label>
        <div className="inset">
          <Icon name="search" />
          <input
            ref={field}
            className="input"
            id="q"
            type="search"
            dir="auto"
            value={text}
            placeholder={texts.placeholder}
            maxLength={SEARCH_FIELD_MAX_CHARACTERS}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => onType(event.currentTarget.value)}
          />
          {text !== '' && <ClearButton field={field} onType={onType} />}
        </div>
      </form>
    </search>
  );
};
