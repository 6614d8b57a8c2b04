/** Makes the state and the session of the Upscale screen, and hands them down. */
import { createContext, use, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { backend } from '../../../base/backend/client.ts';
import { importPicture } from '../../../base/backend/media.ts';
import { sayUndo } from '../../../base/ui/say-undo.tsx';
import { say } from '../../../base/ui/say.ts';
import { useMixing } from '../../../pictures/mixing/index.ts';
import { useWell } from '../../../pictures/wells/index.ts';
import { createUpscaleSession, type UpscaleSession } from './upscale-session.ts';
import { createUpscaleStore, type UpscaleState, type UpscaleStore } from './upscale-store.ts';

interface Upscale {
  readonly store: Pick<UpscaleStore, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly session: UpscaleSession;
}

const UpscaleContext = createContext<Upscale | undefined>(undefined);

export function UpscaleProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createUpscaleStore);
  const well = useWell(() => undefined); // the session follows it
  const mixing = useMixing();
  const [upscale] = useState<Upscale>(() => ({
    store,
    session: createUpscaleSession({
      backend,
      store,
      well,
      mixing,
      importFile: (file) => importPicture(file, 'picture'),
      say,
      sayUndo,
    }),
  }));
  return <UpscaleContext value={upscale}>{children}</UpscaleContext>;
}

function useUpscaleParts(): Upscale {
  const upscale = use(UpscaleContext);
  if (upscale === undefined) throw new Error('There is no Upscale screen around this component.');
  return upscale;
}

export function useUpscaleSession(): UpscaleSession {
  return useUpscaleParts().session;
}

/** Part of the screen's state; the component is drawn again only when that part changes. */
export function useUpscale<Selected>(select: (state: UpscaleState) => Selected): Selected {
  return useStore(useUpscaleParts().store, select);
}

/** The state at the moment, for keys. */
export function useUpscaleState(): () => UpscaleState {
  return useUpscaleParts().store.getState;
}
