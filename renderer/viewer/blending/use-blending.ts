import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { backend } from '../../core/backend/client.ts';
import { readError } from '../../core/backend/read-error.ts';
import {
  createBlendSession,
  type BlendBackend,
  type BlendSession,
  type BlendState,
} from './blend-session.ts';

const BLEND_BACKEND: BlendBackend = {
  read: (output) => backend.blend.read(output),
  save: (output, blend) => backend.blend.save({ ...output, blend }),
  readError,
};

/** Saves an unsaved change when the component unmounts. */
export function useBlending(): BlendSession {
  const [session] = useState(() => createBlendSession(BLEND_BACKEND));
  useEffect(() => {
    const keep = (): void => void session.flush();
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [session]);
  return session;
}

export function useBlendState<Selected>(
  session: BlendSession,
  select: (state: BlendState) => Selected,
): Selected {
  return useStore(session.state, select);
}
