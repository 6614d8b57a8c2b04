import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { backend } from '../../core/backend/client.ts';
import { readError } from '../../core/backend/read-error.ts';
import {
  createMixSession,
  type MixBackend,
  type MixSession,
  type MixState,
} from './mix-session.ts';

const MIX_BACKEND: MixBackend = {
  read: (output) => backend.mix.read(output),
  save: (output, mix) => backend.mix.save({ ...output, mix }),
  readError,
};

/** Saves an unsaved change when the component unmounts. */
export function useMixing(): MixSession {
  const [session] = useState(() => createMixSession(MIX_BACKEND));
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

export function useMixState<Selected>(
  session: MixSession,
  select: (state: MixState) => Selected,
): Selected {
  return useStore(session.state, select);
}
