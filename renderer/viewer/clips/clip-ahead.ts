import type { Clips } from './clips.ts';
import { createHeldClips, heldFile, type ClipFile } from './held-clips.ts';

/** Ms after which a clip that was not opened is released. */
const HELD = 2000;

/** @returns a function that holds a clip for a moment, and releases the previous one */
export function createClipAhead(
  clips: () => Pick<Clips, 'take' | 'use'>,
): (file: ClipFile) => void {
  const held = createHeldClips(clips);
  let end = (): void => undefined;
  return (file) => {
    const before = end;
    const release = held.hold([heldFile(file)]);
    before();
    const timer = setTimeout(release, HELD);
    end = () => {
      clearTimeout(timer);
      release();
    };
  };
}
