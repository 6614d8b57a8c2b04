import type { BackendClient } from '../../../core/backend/client.ts';
import type { CanvasCore } from '../canvas/index.ts';

/** Debounce, ms. */
const SETTLE_MILLISECONDS = 500;

/**
 * Loads the sizes once and saves their changes.
 * @param fail shows an error; unsaved sizes are retried with the next change
 * @returns an unsubscribe function
 */
export function followSizes(
  core: Pick<CanvasCore, 'tools' | 'subscribe' | 'getSnapshot'>,
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
      core.tools.setSize('brush', brushSize);
      core.tools.setSize('eraser', eraserSize);
      saved = `${brushSize} ${eraserSize}`;
    } catch (thrown) {
      if (isStopped) return;
      fail(thrown); // the canvas continues with its own sizes
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
