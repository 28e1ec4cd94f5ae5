import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { inspectorTexts as texts } from '#ui/texts/inspector.ts';
import { Section } from './section.tsx';

/** Leads to the inspector, for visitors too. */
export const StatechartsSection = () => {
  const open = useOpenOverlay();
  return (
    <Section id="statecharts" title={texts.section}>
      <div className="list">
        <button type="button" className="item" aria-haspopup="dialog" onClick={() => open({ inspect: true })}>
          <Icon name="chart" />
          <span className="item__txt">
            <b>{texts.open}</b>
            <small>{texts.why}</small>
          </span>
          <Icon name="next" size="s" />
        </button>
      </div>
    </Section>
  );
};
