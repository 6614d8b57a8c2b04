import { backend } from '../../../core/backend/client.ts';
import { createScreenSession } from '../../../core/screen/screen-session.tsx';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { say } from '../../../core/ui/say.ts';
import { jobsStore } from '../../../features/jobs/jobs.ts';
import { usePictureSlot } from '../../../viewer/slots/index.ts';
import { clipOf } from '../model/clip-list.ts';
import { createVideoSession } from './video-session.ts';
import { createVideoStore, type VideoStore } from './video-store.ts';

export const {
  SessionProvider: VideoProvider,
  useSession: useVideoSession,
  useSessionState: useVideo,
} = createScreenSession('Video', createVideoStore, useMaker);

function useMaker(store: VideoStore) {
  // another picture has limits of its own
  const slot = usePictureSlot(() => store.setState({ maxSide: undefined }));
  return () => createVideoSession({ backend, store, slot, hasClip, say, sayUndo });
}

function hasClip(jobId: string): boolean {
  const job = jobsStore.state.getState().jobs.get(jobId);
  // an older clip, loaded with the list, has ended
  return job === undefined || clipOf(job) !== undefined;
}

export { COMPARED_CLIPS, focusedClip } from './video-store.ts';
