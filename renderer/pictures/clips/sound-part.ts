/** Parts of decoded sound. */
import type { Sound } from './clip-protocol.ts';

/** The part of a sound beside a part of the frames. @param from ms @param to ms */
export function partOfSound({ channels, sampleRate }: Sound, from: number, to: number): Sound {
  const [first, last] = [from, to].map((time) => Math.round((time / 1000) * sampleRate));
  return { channels: channels.map((channel) => channel.slice(first, last)), sampleRate };
}
