export { useVideo, useVideoSession, useVideoState, VideoProvider } from './use-video.ts';
export { COMPARED_CLIPS } from './video-store.ts';
