/** Makes the state and the session of the Video screen, and hands them down. */
import { createContext, use, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { backend } from '../../../base/backend/client.ts';
import { sayUndo } from '../../../base/ui/say-undo.tsx';
import { say } from '../../../base/ui/say.ts';
import { jobsStore } from '../../../work/jobs/jobs.ts';
import { clipOf } from '../model/clip-list.ts';
import { useWell } from '../../../pictures/wells/index.ts';
import { createVideoSession, type VideoSession } from './video-session.ts';
import { createVideoStore, type VideoState, type VideoStore } from './video-store.ts';

interface Video {
  readonly store: Pick<VideoStore, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly session: VideoSession;
}

const VideoContext = createContext<Video | undefined>(undefined);

export function VideoProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createVideoStore);
  // another picture has limits of its own
  const well = useWell(() => store.setState({ maxSide: undefined }));
  const [video] = useState<Video>(() => ({
    store,
    session: createVideoSession({ backend, store, well, hasClip, say, sayUndo }),
  }));
  return <VideoContext value={video}>{children}</VideoContext>;
}

function hasClip(jobId: string): boolean {
  const job = jobsStore.state.getState().jobs.get(jobId);
  // an older clip comes with the pages of the list: it is over
  return job === undefined || clipOf(job) !== undefined;
}

function useVideoParts(): Video {
  const video = use(VideoContext);
  if (video === undefined) throw new Error('There is no Video screen around this component.');
  return video;
}

export function useVideoSession(): VideoSession {
  return useVideoParts().session;
}

/** Part of the screen's state; the component is drawn again only when that part changes. */
export function useVideo<Selected>(select: (state: VideoState) => Selected): Selected {
  return useStore(useVideoParts().store, select);
}

/** The state at the moment, for keys. */
export function useVideoState(): () => VideoState {
  return useVideoParts().store.getState;
}
