/** Videos of the practice service play in Chromium: decoded, timed and moving. */
import { chromium, type Browser, type Page } from 'playwright';
import { expect, test as base } from 'playwright/test';
import { textAt } from '../conformance/support/json.ts';
import { drawing } from '../conformance/support/pictures.ts';
import { type Service, startService } from '../conformance/support/service.ts';
import {
  download,
  FRAMES,
  submitVideo,
  successOf,
  videoBody,
} from '../conformance/support/video-tasks.ts';
import { chromiumLaunchOptions } from '../support/chromium.ts';

/** What a player measures. */
interface Played {
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  /** Mean difference of a sample (0 to 255) between the first frame and the last one. */
  readonly movement: number;
  /** The same from the first to the middle frame, and from there to the last. */
  readonly halves: readonly [number, number];
  /** Mean difference between the sent picture and the first frame. */
  readonly strangeness: number;
}

const test = base.extend<{ readonly page: Page }, { readonly service: Service; browser: Browser }>({
  service: [
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({}, use) => {
      const browser = await chromium.launch(chromiumLaunchOptions());
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ browser }, use) => {
    const page = await browser.newPage();
    await use(page);
    await page.close();
  },
});

const CASES = [
  { model: 'SVD', smooth: false, mode: 'ORIGINAL_RESOLUTION', width: 160, height: 96 },
  { model: 'SVD', smooth: true, mode: 'ORIGINAL_RESOLUTION', width: 160, height: 96 },
  { model: 'SVD-XT', smooth: false, mode: 'CROP_TO_ASPECT_RATIO', width: 1024, height: 576 },
  { model: 'SVD-XT', smooth: true, mode: 'ORIGINAL_RESOLUTION', width: 96, height: 160 },
] as const;

for (const { model, smooth, mode, width, height } of CASES) {
  const rate = smooth ? 24 : 6;
  test(
    `makes a clip with ${model} at ${rate} frames a second, ${width} x ${height}`,
    { tag: '@second' },
    async ({ page, service }) => {
      const picture = await drawing(width, height);
      const played = await play(page, service, picture, {
        model_name: model,
        frames_num: FRAMES[model],
        image_file_resize_mode: mode,
        enable_frame_interpolation: smooth,
        motion_bucket_id: 200,
      });
      expect(played).toMatchObject({ width, height });
      expect(Math.abs(played.duration - FRAMES[model] / 6)).toBeLessThanOrEqual(1 / rate);
      expect(played.movement).toBeGreaterThan(2);
      // each seek shows its own frame
      expect(Math.min(...played.halves)).toBeGreaterThan(1);
      // the first frame is the sent picture
      expect(played.strangeness).toBeLessThan(20);
    },
  );
}

test(
  'lowers resemblance and raises motion when cond_aug is higher',
  { tag: '@second' },
  async ({ page, service }) => {
    const picture = await drawing(320, 192);
    const parameters = { seed: 7, motion_bucket_id: 100 };
    const faithful = await play(page, service, picture, { ...parameters, cond_aug: 0 });
    const free = await play(page, service, picture, { ...parameters, cond_aug: 1 });
    expect(free.strangeness).toBeGreaterThan(faithful.strangeness);
    expect(free.movement).toBeGreaterThan(faithful.movement);
  },
);

/** Requests a video of the picture (base64) and plays it from a blob. */
async function play(
  page: Page,
  service: Service,
  picture: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Played> {
  const task = await submitVideo(service, { ...videoBody(picture), ...parameters });
  const { json } = await successOf(service, task);
  const { bytes } = await download(textAt(json, 'videos[].video_url'));
  return page.evaluate(
    async ({ video: encoded, picture }) => {
      const data = await fetch(`data:video/mp4;base64,${encoded}`);
      const video = document.createElement('video');
      video.muted = true;
      video.preload = 'auto';
      video.src = URL.createObjectURL(await data.blob());
      await happened('canplaythrough');
      const { duration, videoWidth: width, videoHeight: height } = video;
      const first = await frameAt(0.01);
      const middle = await frameAt(duration / 2);
      const last = await frameAt(duration - 0.01);
      const source = new Image();
      source.src = `data:image/png;base64,${picture}`;
      await source.decode();
      return {
        duration,
        width,
        height,
        movement: difference(first, last),
        halves: [difference(first, middle), difference(middle, last)] as const,
        strangeness: difference(samples(source), first),
      };

      function happened(event: string): Promise<void> {
        return new Promise((resolve, reject) => {
          video.addEventListener(event, () => resolve(), { once: true });
          video.addEventListener(
            'error',
            () => reject(new Error(`Chromium cannot play it: ${video.error?.message}`)),
            { once: true },
          );
        });
      }

      async function frameAt(seconds: number): Promise<Uint8ClampedArray> {
        // `currentTime` changes before the picture is drawn
        const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
        const seeked = happened('seeked');
        video.currentTime = seconds;
        await Promise.all([seeked, shown]);
        return samples(video);
      }

      function samples(picture: HTMLVideoElement | HTMLImageElement): Uint8ClampedArray {
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('There is no canvas.');
        context.drawImage(picture, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
      }

      function difference(left: Uint8ClampedArray, right: Uint8ClampedArray): number {
        const sum = left.reduce((total, each, at) => total + Math.abs(each - (right[at] ?? 0)), 0);
        return sum / left.length;
      }
    },
    { video: bytes.toString('base64'), picture },
  );
}
