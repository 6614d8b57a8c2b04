export { useVideo, useVideoSession, useVideoState, VideoProvider } from './screen.ts';
export type { VideoSession } from './video-session.ts';
export { COMPARED_CLIPS, type VideoState } from './video-store.ts';
