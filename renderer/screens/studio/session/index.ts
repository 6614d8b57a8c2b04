export {
  StudioProvider,
  useOpenSession,
  useStudio,
  useStudioSession,
  useStudioStore,
} from './StudioProvider.tsx';
export { followSizes } from './follow-sizes.ts';
export { useCanvas } from './use-canvas.ts';
export type { PictureOptions } from './out-actions.ts';
export type { OpenBlend } from './blending/patch-blending.ts';
export type { StudioSession } from './studio-session.ts';
