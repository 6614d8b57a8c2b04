/** The player of the Video screen. */
export { ClipPlayer, type ClipPlayerProps } from './ClipPlayer.tsx';
