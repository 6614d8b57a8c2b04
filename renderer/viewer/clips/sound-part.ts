import type { Sound } from './clip-protocol.ts';

/** @param from ms @param to ms */
export function partOfSound({ channels, sampleRate }: Sound, from: number, to: number): Sound {
  const [first, last] = [from, to].map((time) => Math.round((time / 1000) * sampleRate));
  return { channels: channels.map((channel) => channel.slice(first, last)), sampleRate };
}
