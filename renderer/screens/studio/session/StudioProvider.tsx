/** Provides the store, and the session once a canvas is mounted. */
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { backend, backendLine } from '../../../core/backend/client.ts';
import * as media from '../../../core/backend/media.ts';
import { jobsStore } from '../../../features/jobs/jobs.ts';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { say } from '../../../core/ui/say.ts';
import type { CanvasCore } from '../canvas/index.ts';
import { createStudioStore, type StudioStore, type StudioState } from '../model/studio-store.ts';
import type { SessionJobs } from './session-deps.ts';
import { createStudioSession, type StudioSession } from './studio-session.ts';

interface Studio {
  readonly store: StudioStore;
  readonly session: StudioSession | undefined;
  /** Call `destroy` to end the session. */
  openSession(core: CanvasCore): StudioSession;
}

const StudioContext = createContext<Studio | undefined>(undefined);

const JOBS: SessionJobs = {
  all: () => jobsStore.state.getState().jobs,
  onFinished: (listener) => jobsStore.onFinished(listener),
};

export function StudioProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createStudioStore);
  const [session, setSession] = useState<StudioSession>();
  // stable: the canvas is mounted only once
  const openSession = useCallback(
    (core: CanvasCore): StudioSession => {
      const opened = createStudioSession({
        core,
        backend,
        media,
        jobs: JOBS,
        onReconnected: (listener) =>
          backendLine.subscribe(() => {
            if (backendLine.state() === 'open') listener();
          }),
        store,
        say,
        sayUndo,
        soon: afterNextFrame,
      });
      const handed: StudioSession = {
        ...opened,
        destroy() {
          opened.destroy();
          setSession((current) => (current === handed ? undefined : current));
        },
      };
      setSession(handed);
      return handed;
    },
    [store],
  );
  const studio = useMemo(
    (): Studio => ({ store, session, openSession }),
    [store, session, openSession],
  );
  return <StudioContext value={studio}>{children}</StudioContext>;
}

/** @throws Error outside a Studio: a programming error */
function useStudioContext(): Studio {
  const studio = useContext(StudioContext);
  if (studio === undefined) throw new Error('This is shown outside of a StudioProvider.');
  return studio;
}

/** Returns `undefined` before the canvas is mounted. */
export function useStudioSession(): StudioSession | undefined {
  return useStudioContext().session;
}

/** @param select must return the same value for the same part of the state */
export function useStudio<Selected>(select: (state: StudioState) => Selected): Selected {
  return useStore(useStudioStore(), select);
}

export function useStudioStore(): StudioStore {
  return useStudioContext().store;
}

/** For the component that mounts the canvas. */
export function useOpenSession(): Studio['openSession'] {
  return useStudioContext().openSession;
}

/** Runs a task after the next frame; in a hidden window after a second. */
function afterNextFrame(task: () => void): void {
  let isDue = true;
  const run = (): void => {
    if (!isDue) return;
    isDue = false;
    clearTimeout(timer);
    task();
  };
  const timer = setTimeout(run, 1000);
  requestAnimationFrame(() => setTimeout(run));
}
