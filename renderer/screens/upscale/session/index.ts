/** The door of the session. */
export {
  UpscaleProvider,
  useUpscale,
  useUpscaleSession,
  useUpscaleState,
} from './UpscaleProvider.tsx';
export type { ReferenceChoice } from './upscale-store.ts';
