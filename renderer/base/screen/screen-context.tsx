/**
 * The screen that a component belongs to. The shell hands it down; commands, keys, drop and paste of a
 * screen count only while it is in front, without the screen having to care.
 */
import { createContext, use, useMemo, type ReactNode } from 'react';

export interface ScreenState {
  readonly id: string;
  /** False while another screen is in front and this one is only kept mounted. */
  readonly isInFront: boolean;
}

/** Around all screens: the shell itself, and the first start. */
const NO_SCREEN: ScreenState = { id: '', isInFront: true };

const ScreenContext = createContext<ScreenState>(NO_SCREEN);

export function ScreenProvider(props: ScreenState & { readonly children: ReactNode }) {
  const { id, isInFront, children } = props;
  const state = useMemo(() => ({ id, isInFront }), [id, isInFront]);
  return <ScreenContext value={state}>{children}</ScreenContext>;
}

/** The screen around the component. */
export function useScreen(): ScreenState {
  return use(ScreenContext);
}
