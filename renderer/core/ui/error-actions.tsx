/** Actions that resolve an error and work anywhere; the application provides them. */
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { AppErrorAction } from '../../../shared/errors/app-error.ts';

export type ErrorActions = Readonly<Partial<Record<AppErrorAction, () => void>>>;

const NONE: ErrorActions = {};
const ActionsContext = createContext<ErrorActions>(NONE);

/** @param props.actions the same object until one of them changes */
export function ErrorActionsProvider(props: {
  readonly actions: ErrorActions;
  readonly children: ReactNode;
}) {
  return <ActionsContext value={props.actions}>{props.children}</ActionsContext>;
}

/** For the place that an action leads to, which need not offer it. */
export function ErrorActionsWithout(props: {
  readonly action: AppErrorAction;
  readonly children: ReactNode;
}) {
  const { action, children } = props;
  const all = useErrorActions();
  const others = useMemo(() => {
    const { [action]: _here, ...rest } = all;
    return rest;
  }, [action, all]);
  return <ErrorActionsProvider actions={others}>{children}</ErrorActionsProvider>;
}

export function useErrorActions(): ErrorActions {
  return use(ActionsContext);
}
