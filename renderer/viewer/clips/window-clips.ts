/** All clips of the window share one cap. The worker starts with the first clip. */
import { createClipAhead } from './clip-ahead.ts';
import { createClips, type Clips } from './clips.ts';

let made: Clips | undefined;

export function windowClips(): Clips {
  made ??= createClips();
  return made;
}

export const decodeAhead = createClipAhead(windowClips);
