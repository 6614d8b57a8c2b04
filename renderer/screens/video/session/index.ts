export { useVideo, useVideoSession, VideoProvider } from './use-video.ts';
export { COMPARED_CLIPS } from './video-store.ts';
