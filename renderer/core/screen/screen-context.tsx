/**
 * The screen around a component. Commands, keys, drop and paste of a screen work only while it is
 * current.
 */
import { createContext, use, useMemo, type ReactNode } from 'react';

interface ScreenContextValue {
  readonly id: string;
  /** False while this screen is only kept mounted. */
  readonly isInFront: boolean;
}

/** Outside of screens: the shell and the first start. */
const NO_SCREEN: ScreenContextValue = { id: '', isInFront: true };

const ScreenContext = createContext<ScreenContextValue>(NO_SCREEN);

export function ScreenProvider(props: ScreenContextValue & { readonly children: ReactNode }) {
  const { id, isInFront, children } = props;
  const state = useMemo(() => ({ id, isInFront }), [id, isInFront]);
  return <ScreenContext value={state}>{children}</ScreenContext>;
}

export function useScreen(): ScreenContextValue {
  return use(ScreenContext);
}
