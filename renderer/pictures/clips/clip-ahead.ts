/** Decodes a clip from the press on its card on: the player finds it under way. */
import type { Clips } from './clips.ts';
import { createHeldClips, heldFile, type ClipFile } from './held-clips.ts';

/** A clip that is not opened by then is given back, ms. */
const HELD = 2000;

/** @returns takes a clip for a moment, and gives the one before it back */
export function createClipAhead(
  clips: () => Pick<Clips, 'take' | 'use'>,
): (file: ClipFile) => void {
  const held = createHeldClips(clips);
  let end = (): void => undefined;
  return (file) => {
    const before = end;
    const giveBack = held.hold([heldFile(file)]);
    before();
    const timer = setTimeout(giveBack, HELD);
    end = () => {
      clearTimeout(timer);
      giveBack();
    };
  };
}
