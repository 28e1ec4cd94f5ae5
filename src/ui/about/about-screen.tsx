import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { Logo } from '#ui/kit/logo.tsx';
import { Page } from '#ui/shell/page.tsx';
import './about.css';

declare const __APP_VERSION__: string;

type Point = { icon: IconName; title: string; text: string };

const PRINCIPLES: readonly Point[] = [
  {
    icon: 'relay',
    title: 'Only relays in between',
    text: 'Notes come straight from the relays you read from. No server of ours sorts or keeps them.',
  },
  {
    icon: 'shield',
    title: 'Every signature is checked',
    text: 'A note that its author did not sign is never shown.',
  },
  {
    icon: 'save',
    title: 'Saved on this device',
    text: 'What was loaded opens at once next time, also without a network.',
  },
  {
    icon: 'eye',
    title: 'No account needed',
    text: 'You read as a visitor: nothing to sign up for, no statistics, no advertising.',
  },
];

const Item = ({ icon, title, text }: Point) => (
  <li className="item">
    <span className="item__ico">
      <Icon name={icon} />
    </span>
    <span className="item__txt">
      <b>{title}</b>
      <small>{text}</small>
    </span>
  </li>
);

const LicencesLink = () => (
  <a className="item" href="/licenses.md" target="_blank" rel="noopener">
    <span className="item__ico">
      <Icon name="file" />
    </span>
    <span className="item__txt">
      <b>Licences of the parts</b>
      <small>Software by others that is built in. Opens in a new tab</small>
    </span>
    <Icon name="ext" size="s" />
  </a>
);

/** What the product is, its version and its licences (ROUTE-15). */
export const AboutScreen = () => (
  <Page title="About" ownHeading>
    <div className="about">
      <Logo className="about__mark" />
      <h1>Nuthatch</h1>
      <p>
        A nuthatch walks down the trunk head first. This app does the same with your feed: straight down, no detours,
        nobody in between but the relays you choose.
      </p>
      <section className="about__part" aria-labelledby="about-principles">
        <h2 id="about-principles">How it works</h2>
        <ul className="list">
          {PRINCIPLES.map((point) => (
            <Item key={point.title} {...point} />
          ))}
        </ul>
      </section>
      <section className="about__part" aria-labelledby="about-version">
        <h2 id="about-version">Version and licences</h2>
        <div className="list">
          <div className="item">
            <span className="item__ico">
              <Icon name="box" />
            </span>
            <span className="item__txt">
              <b>Version</b>
              <small className="num">{__APP_VERSION__}</small>
            </span>
          </div>
          <div className="item">
            <span className="item__ico">
              <Icon name="file" />
            </span>
            <span className="item__txt">
              <b>Licence</b>
              <small>MIT: use, change and share it freely</small>
            </span>
          </div>
          <LicencesLink />
        </div>
      </section>
    </div>
  </Page>
);
