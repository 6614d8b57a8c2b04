import type { Sound } from './clip-protocol.ts';
import type { SoundCourse, SoundOutput } from './sound-follower.ts';

/** Seconds of fade-out: a sudden end clicks. */
const FADE = 0.01;

/** @param into of a context of the caller's */
export function createSpeaker(sound: Sound, into: AudioNode): SoundOutput {
  const context = into.context as AudioContext;
  const { channels, sampleRate } = sound;
  const buffer = new AudioBuffer({
    length: channels[0]?.length ?? 1,
    numberOfChannels: channels.length,
    sampleRate,
  });
  for (const [index, channel] of channels.entries()) buffer.copyToChannel(channel, index);
  let heard: { from: number; since: number; course: SoundCourse; end: () => void } | undefined;

  function stop(): void {
    heard?.end();
    heard = undefined;
  }

  return {
    play(from, course) {
      stop();
      if (context.state !== 'running') {
        // a browser waits for a user's press; asked again with the next frame
        void context.resume();
        return;
      }
      const source = new AudioBufferSourceNode(context, {
        buffer,
        loop: course.isLoop,
        loopStart: course.start / 1000,
        loopEnd: course.end / 1000,
      });
      const fade = new GainNode(context);
      source.connect(fade).connect(into);
      source.addEventListener('ended', () => fade.disconnect());
      // ms until what is played now is heard
      const late = (context.outputLatency + context.baseLatency) * 1000;
      const offset = foldInto(from + late, course);
      const length = course.isLoop ? undefined : Math.max(0, course.end - offset) / 1000;
      source.start(0, offset / 1000, length);
      heard = {
        from,
        since: context.currentTime,
        course,
        end() {
          fade.gain.setTargetAtTime(0, context.currentTime, FADE / 4);
          source.stop(context.currentTime + FADE);
        },
      };
    },
    stop,
    position() {
      if (heard === undefined || context.state !== 'running') return undefined;
      const { from, since, course } = heard;
      return foldInto(from + (context.currentTime - since) * 1000, course);
    },
  };
}

function foldInto(time: number, { start, end, isLoop }: SoundCourse): number {
  if (!isLoop) return Math.min(time, end);
  return start + ((time - start) % (end - start));
}
