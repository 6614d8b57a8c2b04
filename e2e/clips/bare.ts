/** The same work with mediabunny and a canvas alone, as a baseline for measurements. */
import { ALL_FORMATS, BlobSource, CanvasSink, Input } from 'mediabunny';

/** A clip as ready bitmaps. */
interface ReadyClip {
  readonly bitmaps: readonly ImageBitmap[];
  /** Seconds. */
  readonly length: number;
}

export interface BareClips {
  drawFirstFrame(url: string): Promise<void>;
  /** Draws four clips by one clock for the given time. @returns frames of the third that were drawn */
  play(urls: readonly string[], speed: number, milliseconds: number): Promise<readonly number[]>;
}

export function createBareClips(): BareClips {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:fixed;inset:0;width:100%;height:100%';
  canvas.width = window.innerWidth;
  canvas.height = window.innerHeight;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D context.');

  async function open(url: string) {
    const file = await (await fetch(url)).blob();
    const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw new Error('This is no film.');
    return track;
  }

  async function read(url: string): Promise<ReadyClip> {
    const track = await open(url);
    const bitmaps: ImageBitmap[] = [];
    for await (const { canvas: frame } of new CanvasSink(track, { poolSize: 0 }).canvases()) {
      bitmaps.push(await createImageBitmap(frame));
    }
    return { bitmaps, length: await track.computeDuration() };
  }

  return {
    async drawFirstFrame(url) {
      document.body.append(canvas);
      const track = await open(url);
      const first = await new CanvasSink(track).getCanvas(await track.getFirstTimestamp());
      if (first === null) throw new Error('There is no frame.');
      context.drawImage(first.canvas, 0, 0, canvas.width, canvas.height);
    },
    async play(urls, speed, milliseconds) {
      const clips: ReadyClip[] = [];
      for (const url of urls) clips.push(await read(url));
      document.body.append(canvas);
      const drawn: number[] = [];
      const lead = clips[2];
      if (lead === undefined) throw new Error('Four clips are wanted.');
      const began = performance.now();
      await new Promise<void>((resolve) => {
        const draw = () => {
          const passed = performance.now() - began;
          const share = ((passed / 1000) * speed) / lead.length;
          const width = canvas.width / 2;
          const height = canvas.height / 2;
          const frame = Math.floor((share % 1) * lead.bitmaps.length);
          if (frame !== drawn.at(-1)) {
            for (const [index, { bitmaps }] of clips.entries()) {
              const bitmap = bitmaps[Math.floor((share % 1) * bitmaps.length)];
              if (bitmap === undefined) continue;
              const x = (index % 2) * width;
              const y = Math.floor(index / 2) * height;
              context.drawImage(bitmap, x, y, width, (width * bitmap.height) / bitmap.width);
            }
            drawn.push(frame);
          }
          if (passed < milliseconds) requestAnimationFrame(draw);
          else resolve();
        };
        requestAnimationFrame(draw);
      });
      return drawn;
    },
  };
}
