import { Component, type ReactNode } from 'react';
import { Icon } from '#ui/kit/icon.tsx';
import { texts } from '#ui/texts/app.ts';

type Props = { children: ReactNode; position?: number | undefined };

/** Stands in for a card that fails to render, so that the rest of the list does not care (NOTE-06). */
export class NoteBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <article className="note note--gone" aria-label={texts.note.title} aria-posinset={this.props.position}>
        <output className="row">
          <Icon name="alert" />
          <span className="grow">{texts.note.unavailable}</span>
          <button type="button" className="btn btn--s btn--line" onClick={() => this.setState({ failed: false })}>
            {texts.error.retry}
          </button>
        </output>
      </article>
    );
  }
}
