import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { Logo } from '#ui/kit/logo.tsx';
import { AppSection } from '#ui/shell/app-section.tsx';
import { Page } from '#ui/kit/page.tsx';
import { aboutTexts as texts } from '#ui/texts/about.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import './about.css';

declare const __APP_VERSION__: string;

const PRINCIPLES = ['relay', 'shield', 'save', 'eye'] as const satisfies readonly IconName[];

const Item = ({ icon }: { icon: (typeof PRINCIPLES)[number] }) => (
  <li className="item">
    <span className="item__ico">
      <Icon name={icon} />
    </span>
    <span className="item__txt">
      <b>{texts.principles[icon].title}</b>
      <small>{texts.principles[icon].text}</small>
    </span>
  </li>
);

const LicencesLink = () => (
  <a className="item" href="/licenses.md" target="_blank" rel="noopener">
    <span className="item__ico">
      <Icon name="file" />
    </span>
    <span className="item__txt">
      <b>{texts.parts}</b>
      <small>{texts.partsWhy}</small>
    </span>
    <Icon name="ext" size="s" />
  </a>
);

/** What the product is, its version and its licences (ROUTE-15). */
export const AboutScreen = () => (
  <Page title={texts.title} ownHeading>
    <div className="about">
      <Logo className="about__mark" />
      <h1>{appTexts.shell.name}</h1>
      <p>{texts.lead}</p>
      <section className="about__part" aria-labelledby="about-principles">
        <h2 id="about-principles">{texts.how}</h2>
        <ul className="list">
          {PRINCIPLES.map((icon) => (
            <Item key={icon} icon={icon} />
          ))}
        </ul>
      </section>
      <ErrorBoundary fallback={null}>
        <Suspense>
          <AppSection />
        </Suspense>
      </ErrorBoundary>
      <section className="about__part" aria-labelledby="about-version">
        <h2 id="about-version">{texts.facts}</h2>
        <div className="list">
          <div className="item">
            <span className="item__ico">
              <Icon name="box" />
            </span>
            <span className="item__txt">
              <b>{texts.version}</b>
              <small className="num">{__APP_VERSION__}</small>
            </span>
          </div>
          <div className="item">
            <span className="item__ico">
              <Icon name="file" />
            </span>
            <span className="item__txt">
              <b>{texts.licence}</b>
              <small>{texts.licenceWhy}</small>
            </span>
          </div>
          <LicencesLink />
        </div>
      </section>
    </div>
  </Page>
);
