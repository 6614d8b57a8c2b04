/** The comparison of the Video screen. */
export { ClipCompare, type ClipCompareProps } from './ClipCompare.tsx';
export type { ComparedClip } from './compared-clips.ts';
