/**
 * Moving pictures for every screen: each clip is decoded once into a capped store of frames, and drawn from
 * one clock. Its parts are imported by their files; this is the door for lists.
 *
 * @example <ClipThumbnail job={job} output={0} isPlaying={isPointedAt} />
 */
export { ClipThumbnail, type ClipThumbnailProps } from './ClipThumbnail.tsx';
