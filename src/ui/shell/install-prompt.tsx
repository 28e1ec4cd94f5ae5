import { Button } from '#ui/kit/button.tsx';
import { AppLink } from '#ui/links.tsx';
import { useArea } from '#ui/system-context.ts';
import { installTexts } from '#ui/texts/install.ts';
import { AppPrompt } from './app-prompt.tsx';

const texts = installTexts.install;

/** The offer to install the app (PWA-01 to PWA-04). */
export const InstallPrompt = () => {
  const install = useArea('install');
  return (
    <AppPrompt
      title={texts.title}
      acts={
        <>
          <Button onClick={() => install.send({ type: 'install.later' })}>{texts.later}</Button>
          <Button look="primary" onClick={() => install.send({ type: 'install.ask' })}>
            {texts.install}
          </Button>
        </>
      }
    >
      {texts.why}{' '}
      <AppLink to="/about" className="link">
        {texts.more}
      </AppLink>
    </AppPrompt>
  );
};
