/** The sound of opened clips: played with their frames, read, and saved. */
import { createClock, windowHost, durationOf } from '../../renderer/viewer/clips/clock.ts';
import type { Clip } from '../../renderer/viewer/clips/clips.ts';
import { followClock } from '../../renderer/viewer/clips/sound-follower.ts';
import { partOfSound } from '../../renderer/viewer/clips/sound-part.ts';
import { createSpeaker } from '../../renderer/viewer/clips/speaker.ts';
import { windowClips } from '../../renderer/viewer/clips/window-clips.ts';

/** The frame and tone at one moment. */
export interface Heard {
  readonly frame: number;
  readonly hertz: number;
}

export interface SoundHarness {
  /**
   * Plays an opened clip with its sound, at its own speed, until `frames` of them were seen.
   *
   * @returns in each animation frame, the frame and the tone that is heard, Hz; 0 for silence
   */
  listen(url: string, frames: number): Promise<readonly Heard[]>;
  /** Saves a range of an opened clip with its sound. @returns the bytes of the film */
  savedPart(url: string, first: number, last: number): Promise<readonly number[]>;
  /** Returns the tone of each frame of an opened clip, Hz. */
  tones(url: string): Promise<readonly number[]>;
}

/** @param clipOf an opened clip */
export function createSoundHarness(clipOf: (url: string) => Clip): SoundHarness {
  return {
    async listen(url, frames) {
      const clip = clipOf(url);
      const sound = await soundOf(clip);
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 2048 });
      analyser.connect(context.destination);
      await context.resume();
      const { times } = clip.snapshot;
      const own = createClock(times, windowHost);
      const stop = followClock(own, times, createSpeaker(sound, analyser));
      own.play();
      const heard: Heard[] = [];
      const samples = new Float32Array(analyser.fftSize);
      let seen = 0;
      while (seen < frames) {
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        analyser.getFloatTimeDomainData(samples);
        const { frame } = own.snapshot;
        if (heard.at(-1)?.frame !== frame) seen += 1;
        heard.push({ frame, hertz: hertzOf(samples, context.sampleRate) });
      }
      own.destroy();
      stop();
      await context.close();
      return heard;
    },
    async savedPart(url, first, last) {
      const clip = clipOf(url);
      const { times, head } = clip.snapshot;
      if (head === undefined) throw new Error(`${url} has no head.`);
      const frames = await Promise.all(
        upTo(first, last).map(async (frame) => {
          const picture = clip.picture(frame);
          if (picture === undefined) throw new Error(`No frame ${frame}.`);
          return { picture: await createImageBitmap(picture), duration: durationOf(times, frame) };
        }),
      );
      const sound = partOfSound(await soundOf(clip), times[first] ?? 0, times[last + 1] ?? 0);
      const film = await windowClips().makeFilm(head.size, frames, sound);
      return [...new Uint8Array(await film.arrayBuffer())];
    },
    async tones(url) {
      const clip = clipOf(url);
      const sound = await soundOf(clip);
      const { times } = clip.snapshot;
      return upTo(0, times.length - 2).map((frame) => {
        const begin = times[frame] ?? 0;
        // the middle of the frame: codecs smear the ends
        const quarter = durationOf(times, frame) / 4;
        const part = partOfSound(sound, begin + quarter, begin + 3 * quarter);
        return hertzOf(part.channels[0] ?? new Float32Array(1), part.sampleRate);
      });
    },
  };
}

async function soundOf(clip: Clip) {
  const { sound, failure } = await windowClips().readSound(clip, 'video/mp4');
  if (sound === undefined) throw new Error(`No sound: ${failure}`);
  return sound;
}

/** Estimates the frequency by counting upward zero crossings. */
function hertzOf(samples: Float32Array, sampleRate: number): number {
  let rises = 0;
  for (let at = 1; at < samples.length; at++) {
    if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) rises += 1;
  }
  return (rises * sampleRate) / samples.length;
}

function upTo(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_none, index) => first + index);
}
