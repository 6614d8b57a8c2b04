/** The clips of a comparison, taken and given back as they come and go. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import type { Clip, ClipSnapshot } from '../../../clips/clips.ts';
import { windowClips } from '../../../clips/window-clips.ts';

/** A clip to compare. */
export interface ComparedClip {
  readonly job: Job;
  /** Id of the file. */
  readonly output: number;
  /** The value of its sweep, or another short name. */
  readonly title: string;
}

/** The same with its file. */
export interface OpenedClip extends ComparedClip {
  readonly file: JobOutput;
}

/** Those that have a file. */
export function openedClips(clips: readonly ComparedClip[]): readonly OpenedClip[] {
  return clips.flatMap((clip) => {
    const file = clip.job.outputs.find(({ id }) => id === clip.output);
    return file === undefined ? [] : [{ ...clip, file }];
  });
}

/** All of them, in their order; empty until they are taken. */
export function useTakenClips(opened: readonly OpenedClip[]): readonly Clip[] {
  const [taken, setTaken] = useState<readonly Clip[]>([]);
  const key = opened.map(({ file }) => file.url).join(' ');
  useEffect(() => {
    const clips = opened.map(({ file }) => windowClips().take(file.url, file.mediaType));
    setTaken(clips);
    return () => {
      setTaken([]);
      for (const clip of clips) clip.release();
    };
    // other objects with the same files are the same clips
  }, [key]);
  return taken;
}

/** How far each clip is; the same list until one of them changes. */
export function useClipSnapshots(clips: readonly Clip[]): readonly ClipSnapshot[] {
  const store = useMemo(() => {
    let latest: readonly ClipSnapshot[] = [];
    return {
      subscribe(listener: () => void) {
        const stops = clips.map((clip) => clip.subscribe(listener));
        return () => {
          for (const stop of stops) stop();
        };
      },
      get() {
        const now = clips.map(({ snapshot }) => snapshot);
        const isSame =
          now.length === latest.length && now.every((each, index) => each === latest[index]);
        if (!isSame) latest = now;
        return latest;
      },
    };
  }, [clips]);
  return useSyncExternalStore(store.subscribe, store.get);
}
