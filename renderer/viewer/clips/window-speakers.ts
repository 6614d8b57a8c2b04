/** The sound output of the window, created for the first clip that has sound. */
import { createSpeaker } from './speaker.ts';
import type { Sound } from './clip-protocol.ts';
import type { SoundOutput } from './sound-follower.ts';

export function windowSpeaker(sound: Sound): SoundOutput {
  return createSpeaker(sound, loudness());
}

/** @param share 0 to 1, in steps that sound even */
export function setLoudness(share: number): void {
  loudness().gain.value = share ** 2;
}

let made: GainNode | undefined;

function loudness(): GainNode {
  if (made !== undefined) return made;
  const context = new AudioContext({ latencyHint: 'interactive' });
  made = new GainNode(context);
  made.connect(context.destination);
  return made;
}
