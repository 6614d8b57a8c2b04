/** The state and the session of a screen, made once for the life of the screen, and the hooks that read them. */
import { createContext, use, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';

/** A state as components have it: a session alone changes it. */
type ReadStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/** The hooks of a screen's state and session. */
export interface SessionHooks<State, Session> {
  useSession(): Session;
  /** Part of the screen's state; the component is drawn again only when that part changes. */
  useSessionState<Selected>(select: (state: State) => Selected): Selected;
  /** The state at the moment, for keys. */
  useStateNow(): () => State;
}

/** See {@link createScreenSession}. */
export interface ScreenSession<State, Session> extends SessionHooks<State, Session> {
  SessionProvider(props: { readonly children: ReactNode }): ReactNode;
}

/**
 * For a screen that is unmounted while another one is in front: made when it is first opened, and there for
 * the life of the window, as the user left it.
 */
export function createLastingSession<State, Session>(
  make: () => { readonly store: ReadStore<State>; readonly session: Session },
): SessionHooks<State, Session> {
  let made: ReturnType<typeof make> | undefined;
  const parts = () => (made ??= make());
  return {
    useSession: () => parts().session,
    useSessionState: (select) => useStore(parts().store, select),
    useStateNow: () => parts().store.getState,
  };
}

/**
 * @param name of the screen, for the error of a component outside of it
 * @param createState makes the state
 * @param useMaker a hook with all that the session needs of React; what it answers makes the session, once
 */
export function createScreenSession<State, Store extends StoreApi<State>, Session>(
  name: string,
  createState: () => Store & StoreApi<State>,
  useMaker: (store: Store) => () => Session,
): ScreenSession<State, Session> {
  interface Parts {
    readonly store: ReadStore<State>;
    readonly session: Session;
  }
  const PartsContext = createContext<Parts | undefined>(undefined);

  function useParts(): Parts {
    const parts = use(PartsContext);
    if (parts === undefined) {
      throw new Error(`There is no ${name} screen around this component.`);
    }
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
    useStateNow: () => useParts().store.getState,
  };
}
