/** The sizes that were last painted with are kept. */
import type { BackendClient } from '../../../base/backend/client.ts';
import type { CanvasCore } from '../canvas/index.ts';

/** Sizes are saved when they have not changed for this long, ms. */
const SETTLE_MILLISECONDS = 500;

/**
 * Loads the sizes once, then saves their changes: from then on the canvas is ahead.
 *
 * @param fail shows an error; sizes that could not be saved are tried again with the next change
 * @returns ends it
 */
export function followSizes(
  core: Pick<CanvasCore, 'setToolSize' | 'subscribe' | 'getSnapshot'>,
  kept: Pick<BackendClient['screenState'], 'get' | 'update'>,
  fail: (thrown: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = '';
  let isStopped = false;
  let stop = () => {};

  async function follow(): Promise<void> {
    try {
      const { brushSize, eraserSize } = await kept.get();
      if (isStopped) return;
      core.setToolSize('brush', brushSize);
      core.setToolSize('eraser', eraserSize);
      saved = `${brushSize} ${eraserSize}`;
    } catch (thrown) {
      if (isStopped) return;
      fail(thrown); // painting goes on with the canvas's own sizes
    }
    stop = core.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void save(), SETTLE_MILLISECONDS);
    });
  }

  async function save(): Promise<void> {
    const { brushSize, eraserSize } = core.getSnapshot();
    const sizes = `${brushSize} ${eraserSize}`;
    if (saved === sizes) return;
    try {
      await kept.update({ brushSize, eraserSize });
      saved = sizes;
    } catch (thrown) {
      fail(thrown);
    }
  }

  void follow();
  return () => {
    isStopped = true;
    stop();
    clearTimeout(timer);
  };
}
