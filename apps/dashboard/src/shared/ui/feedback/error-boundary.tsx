import { Component, type ReactNode } from 'react';

type ErrorBoundaryProps = { fallback: (retry: () => void) => ReactNode; children: ReactNode };

/** Shows `fallback` in place of children that crash. `retry` renders the children again. React reports the error to the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    const { children, fallback } = this.props;
    return this.state.hasFailed ? fallback(() => this.setState({ hasFailed: false })) : children;
  }
}
