import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { isIos } from '#domain/shell/platform.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { useArea } from '#ui/system-context.ts';
import { installTexts } from '#ui/texts/install.ts';
import { updateTexts } from '#ui/texts/update.ts';

const texts = installTexts.about;

type RowProps = { icon: IconName; title: string; children: string; act?: ReactNode };

const Row = ({ icon, title, children, act }: RowProps) => (
  <li className="item">
    <span className="item__ico">
      <Icon name={icon} />
    </span>
    <span className="item__txt">
      <b>{title}</b>
      <small>{children}</small>
    </span>
    {act}
  </li>
);

/** How the app is installed, where it can be, and the new version that was put off. */
export const AppSection = () => {
  const install = useArea('install');
  const update = useArea('update');
  const canInstall = useSelector(install, (snapshot) => snapshot.hasTag('can install'));
  const isInstalled = useSelector(install, (snapshot) => snapshot.hasTag('installed'));
  const isReady = useSelector(update, (snapshot) => snapshot.hasTag('available') && !snapshot.hasTag('prompt'));
  const installing = () => {
    if (isInstalled) return { icon: 'check', title: texts.installed, why: texts.installedWhy } as const;
    if (canInstall) return { icon: 'in', title: texts.install, why: texts.installWhy } as const;
    if (isIos(navigator)) return { icon: 'plus', title: texts.ios, why: texts.iosWhy } as const;
    return { icon: 'in', title: texts.byBrowser, why: texts.byBrowserWhy } as const;
  };
  const { icon, title, why } = installing();
  return (
    <section className="about__part" aria-labelledby="about-app">
      <h2 id="about-app">{texts.title}</h2>
      <ul className="list">
        <Row
          icon={icon}
          title={title}
          act={
            canInstall && (
              <Button size="s" onClick={() => install.send({ type: 'install.ask' })}>
                {installTexts.install.install}
              </Button>
            )
          }
        >
          {why}
        </Row>
        {isReady && (
          <Row
            icon="refresh"
            title={texts.update}
            act={
              <Button size="s" onClick={() => update.send({ type: 'update.confirm' })}>
                {updateTexts.now}
              </Button>
            }
          >
            {texts.updateWhy}
          </Row>
        )}
      </ul>
    </section>
  );
};
