/** A screen's state and session, created once, and hooks to read them. */
import { createContext, use, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';

interface ScreenSession<State, Session> {
  SessionProvider(props: { readonly children: ReactNode }): ReactNode;
  useSession(): Session;
  /** Selects part of the state; the component renders again only when that part changes. */
  useSessionState<Selected>(select: (state: State) => Selected): Selected;
}

/**
 * @param name of the screen, for the error of a component outside of it
 * @param createState called once
 * @param useMaker a hook for what the session needs from React; its result creates the session once
 */
export function createScreenSession<State, Store extends StoreApi<State>, Session>(
  name: string,
  createState: () => Store & StoreApi<State>,
  useMaker: (store: Store) => () => Session,
): ScreenSession<State, Session> {
  interface Parts {
    readonly store: StoreApi<State>;
    readonly session: Session;
  }
  const PartsContext = createContext<Parts | undefined>(undefined);

  function useParts(): Parts {
    const parts = use(PartsContext);
    if (parts === undefined) throw new Error(`There is no ${name} screen around this component.`);
    return parts;
  }

  return {
    SessionProvider({ children }) {
      const [store] = useState(createState);
      const make = useMaker(store);
      const [parts] = useState((): Parts => ({ store, session: make() }));
      return <PartsContext value={parts}>{children}</PartsContext>;
    },
    useSession: () => useParts().session,
    useSessionState: (select) => useStore(useParts().store, select),
  };
}
