/** Starts decoding a clip when its card is pressed, before the player opens. */
import type { Clips } from './clips.ts';
import { createHeldClips, heldFile, type ClipFile } from './held-clips.ts';

/** A clip that is not opened within this time is released, ms. */
const HELD = 2000;

/** @returns holds a clip for a moment, and releases the previous one */
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
