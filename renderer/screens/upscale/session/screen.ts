import { backend } from '../../../base/backend/client.ts';
import { importPicture } from '../../../base/backend/media.ts';
import { createScreenSession } from '../../../base/screen/screen-session.tsx';
import { sayUndo } from '../../../base/ui/say-undo.ts';
import { say } from '../../../base/ui/say.ts';
import { useMixing } from '../../../pictures/mixing/index.ts';
import { usePictureSlot } from '../../../pictures/slots/index.ts';
import { createUpscaleSession } from './upscale-session.ts';
import { createUpscaleStore, type UpscaleStore } from './upscale-store.ts';

export const {
  SessionProvider: UpscaleProvider,
  useSession: useUpscaleSession,
  useSessionState: useUpscale,
  useStateNow: useUpscaleState,
} = createScreenSession('Upscale', createUpscaleStore, useMaker);

function useMaker(store: UpscaleStore) {
  const slot = usePictureSlot(() => undefined); // the session subscribes to it
  const mixing = useMixing();
  const importFile = (file: File) => importPicture(file, 'picture');
  return () => createUpscaleSession({ backend, store, slot, mixing, importFile, say, sayUndo });
}
