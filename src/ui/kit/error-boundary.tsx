import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

type Props = {
  children: ReactNode;
  /** another value clears the error, such as the path */
  resetKey?: string;
  /** stands there instead of the message with 'Try again' */
  fallback?: ReactNode;
  /** what the message is put into */
  renderNotice?: (notice: ReactNode) => ReactNode;
};

/** Keeps an error of a view inside it (ERR-01). */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: undefined, failed: false };

  static getDerivedStateFromError = (error: unknown) => ({ error, failed: true });

  override componentDidUpdate(previous: Props) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.retry();
  }

  retry = () => this.setState({ error: undefined, failed: false });

  override render() {
    const { children, fallback, renderNotice } = this.props;
    if (!this.state.failed) return children;
    if (fallback !== undefined) return fallback;
    const notice = <ErrorNotice error={this.state.error} onRetry={this.retry} />;
    return renderNotice === undefined ? notice : renderNotice(notice);
  }
}
