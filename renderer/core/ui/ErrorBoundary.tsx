/** Contains the failure of a screen: it can be reopened, and the rest of Gesso keeps working. */
import { Component, type ReactNode } from 'react';
import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import { ErrorNotice } from './ErrorNotice.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: AppError | undefined;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: toAppError(thrown) };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <ErrorNotice
        error={this.state.error}
        actionLabel="Reload screen"
        onAction={() => this.setState({ error: undefined })}
      />
    );
  }
}
