/** The cost of undoing a stroke to the canvas: from the key to the frame in which the mask is as it was. */
import type { Page } from 'playwright';

/** Both 0 or more. */
export interface UndoCost {
  /** From the key's event to the end of the frame after the last drawing. */
  readonly milliseconds: number;
  /** Animation frames that began until then. */
  readonly frames: number;
}

/** No drawing for so long after the key: it is over, milliseconds. */
const QUIET_MILLISECONDS = 400;

declare global {
  interface Window {
    undoCost?: Promise<UndoCost>;
  }
}

/** Presses the key and watches every drawing on canvases of the page. */
export async function measureUndo(page: Page): Promise<UndoCost> {
  await page.evaluate((quiet) => {
    let lastDrawing: number | undefined;
    const frameEnds: number[] = [];
    const context = CanvasRenderingContext2D.prototype;
    const originals = {
      drawImage: context.drawImage,
      fillRect: context.fillRect,
      clearRect: context.clearRect,
    };
    const noted = (original: (...args: never[]) => void) =>
      function note(this: CanvasRenderingContext2D, ...args: unknown[]) {
        Reflect.apply(original, this, args);
        if (this.canvas.isConnected) lastDrawing = performance.now();
      };
    context.drawImage = noted(originals.drawImage);
    context.fillRect = noted(originals.fillRect);
    context.clearRect = noted(originals.clearRect);
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', () => {
      frameEnds.push(performance.now());
    });
    channel.port1.start();
    const listening = new AbortController();
    window.undoCost = new Promise((resolve, reject) => {
      window.addEventListener(
        'keydown',
        (event) => {
          if (event.key !== 'z') return;
          listening.abort();
          const pressed = event.timeStamp;
          lastDrawing = undefined;
          const frame = (): void => {
            channel.port2.postMessage(undefined);
            if (performance.now() - pressed < quiet) requestAnimationFrame(frame);
            else setTimeout(finish);
          };
          requestAnimationFrame(frame);
          const finish = (): void => {
            Object.assign(context, originals);
            const drawn = lastDrawing;
            const index = frameEnds.findIndex((end) => drawn !== undefined && end >= drawn);
            const end = frameEnds[index];
            if (end === undefined) reject(new Error('Nothing was drawn.'));
            else resolve({ milliseconds: end - pressed, frames: index + 1 });
          };
        },
        { capture: true, signal: listening.signal },
      );
    });
    window.undoCost.catch(() => undefined);
  }, QUIET_MILLISECONDS);
  await page.keyboard.press('ControlOrMeta+z');
  const cost = await page.evaluate(() => window.undoCost);
  if (cost === undefined) throw new Error('The undo was not watched.');
  return cost;
}
