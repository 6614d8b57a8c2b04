/** Makes the state and the session of the Faces screen, and hands them down. */
import { createContext, use, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { backend } from '../../../base/backend/client.ts';
import { useMixing } from '../../../pictures/mixing/index.ts';
import { showScreen } from '../../../base/screen/navigation.ts';
import { say } from '../../../base/ui/say.ts';
import { sayUndo } from '../../../base/ui/say-undo.tsx';
import { useWell } from '../../../pictures/wells/index.ts';
import { WHOLE, type Place } from '../model/part.ts';
import { createFacesSession, type FacesSession } from './faces-session.ts';
import { createFacesStore, type FacesState, type FacesStore } from './faces-store.ts';

interface Faces {
  readonly store: Pick<FacesStore, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly session: FacesSession;
}

const FacesContext = createContext<Faces | undefined>(undefined);

export function FacesProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createFacesStore);
  // another picture has a crop of its own
  const forget = (place: Place): void =>
    store.setState(({ crops }) => ({ crops: { ...crops, [place]: WHOLE } }));
  const face = useWell(() => forget('face'));
  const picture = useWell(() => forget('picture'));
  const mixing = useMixing();
  const [faces] = useState<Faces>(() => ({
    store,
    session: createFacesSession({
      backend,
      store,
      wells: { face, picture },
      mixing,
      say,
      sayUndo,
      showInStudio: (photoId) => showScreen('studio', { kind: 'open-photo', photoId }),
    }),
  }));
  return <FacesContext value={faces}>{children}</FacesContext>;
}

function useFacesParts(): Faces {
  const faces = use(FacesContext);
  if (faces === undefined) throw new Error('There is no Faces screen around this component.');
  return faces;
}

export function useFacesSession(): FacesSession {
  return useFacesParts().session;
}

/** Part of the screen's state; the component is drawn again only when that part changes. */
export function useFaces<Selected>(select: (state: FacesState) => Selected): Selected {
  return useStore(useFacesParts().store, select);
}

/** The state at the moment, for keys. */
export function useFacesState(): () => FacesState {
  return useFacesParts().store.getState;
}
