import { backend } from '../../../core/backend/client.ts';
import { showScreen } from '../../../core/screen/navigation.ts';
import { createScreenSession } from '../../../core/screen/screen-session.tsx';
import { say } from '../../../core/ui/say.ts';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { useBlending } from '../../../viewer/blending/index.ts';
import { usePictureSlot } from '../../../viewer/slots/index.ts';
import { WHOLE, type FaceSlot } from '../model/part.ts';
import { createFacesSession } from './faces-session.ts';
import { createFacesStore, type FacesStore } from './faces-store.ts';

export const {
  SessionProvider: FacesProvider,
  useSession: useFacesSession,
  useSessionState: useFaces,
} = createScreenSession('Faces', createFacesStore, useMaker);

function useMaker(store: FacesStore) {
  // a crop belongs to one picture
  const forget = (place: FaceSlot): void =>
    store.setState(({ crops }) => ({ crops: { ...crops, [place]: WHOLE } }));
  const face = usePictureSlot(() => forget('face'));
  const picture = usePictureSlot(() => forget('picture'));
  const blending = useBlending();
  const showInStudio = (photoId: string): void =>
    showScreen('studio', { kind: 'open-photo', photoId });
  const slots = { face, picture };
  return () => createFacesSession({ backend, store, slots, blending, say, sayUndo, showInStudio });
}

export { SAVED_AS } from './faces-session.ts';
