/** The one way to the computer's speakers of the window. It begins with the first clip that has sound. */
import { createSpeaker } from './speaker.ts';
import type { Sound } from './clip-protocol.ts';
import type { SoundOutput } from './sound-follower.ts';

let made: GainNode | undefined;

function loudness(): GainNode {
  if (made !== undefined) return made;
  const context = new AudioContext({ latencyHint: 'interactive' });
  made = new GainNode(context);
  made.connect(context.destination);
  return made;
}

/** Where a sound is heard, as loud as `setLoudness` says. */
export function windowSpeaker(sound: Sound): SoundOutput {
  return createSpeaker(sound, loudness());
}

/** @param share 0 to 1, of what hearing takes for even steps */
export function setLoudness(share: number): void {
  loudness().gain.value = share ** 2;
}
