export { useVideo, useVideoSession, useVideoState, VideoProvider } from './use-video.ts';
export type { VideoSession } from './video-session.ts';
export { COMPARED_CLIPS, type VideoState } from './video-store.ts';
