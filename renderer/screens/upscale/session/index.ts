import { backend } from '../../../core/backend/client.ts';
import { importPicture } from '../../../core/backend/media.ts';
import { createScreenSession } from '../../../core/screen/screen-session.tsx';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { say } from '../../../core/ui/say.ts';
import { useBlending } from '../../../viewer/blending/index.ts';
import { usePictureSlot } from '../../../viewer/slots/index.ts';
import { createUpscaleSession, createUpscaleStore, type UpscaleStore } from './upscale-session.ts';

export const {
  SessionProvider: UpscaleProvider,
  useSession: useUpscaleSession,
  useSessionState: useUpscale,
} = createScreenSession('Upscale', createUpscaleStore, useMaker);

function useMaker(store: UpscaleStore) {
  const slot = usePictureSlot(() => undefined); // the session subscribes to it
  const blending = useBlending();
  const importFile = (file: File) => importPicture(file, 'picture');
  return () => createUpscaleSession({ backend, store, slot, blending, importFile, say, sayUndo });
}

export { isFramingPart } from './upscale-session.ts';
