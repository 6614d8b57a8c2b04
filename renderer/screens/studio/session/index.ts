export {
  StudioProvider,
  useOpenSession,
  useStudioSession,
  useStudioStores,
} from './StudioProvider.tsx';
export { followSizes } from './follow-sizes.ts';
export { useCanvas } from './use-canvas.ts';
export {
  useBatches,
  useResultMixing,
  useNextRun,
  useResults,
  useRun,
  useSaving,
  useSelecting,
  useStrip,
  useStudio,
} from './use-studio.ts';
export type { PictureOptions } from './out-actions.ts';
export type { PatchMixing } from './mixing/patch-mixing.ts';
export type { StudioSession } from './studio-session.ts';
