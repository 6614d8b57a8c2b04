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

/** For the settings, which need not offer to open themselves. */
export function ErrorActionsOfSettings({ children }: { readonly children: ReactNode }) {
  const all = useErrorActions();
  const others = useMemo(() => {
    const { 'open-settings': _here, ...rest } = all;
    return rest;
  }, [all]);
  return <ErrorActionsProvider actions={others}>{children}</ErrorActionsProvider>;
}

export function useErrorActions(): ErrorActions {
  return use(ActionsContext);
}
