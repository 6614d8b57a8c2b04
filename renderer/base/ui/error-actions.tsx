/** Ways out of an error that can be taken from anywhere; the application hands them down. */
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

/** The place to which an action leads does not offer it. */
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
