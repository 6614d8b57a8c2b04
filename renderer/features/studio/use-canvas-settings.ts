/** The canvas follows the settings, and the settings remember the sizes that were last painted with. */
import { useEffect } from 'react';
import { backend } from '../../backend/client.ts';
import { useSettings } from '../../backend/settings.ts';
import type { CanvasCore } from './canvas/index.ts';
import { useStudioSession } from './session/index.ts';

/** Sizes are saved when they have not changed for this long, ms. */
const SETTLE_MILLISECONDS = 500;

export function useCanvasSettings(): void {
  const core = useStudioSession()?.core;
  const settings = useSettings();
  const maskColor = settings?.maskColor;
  const maskOpacity = settings?.maskOpacity;
  useEffect(() => {
    if (core === undefined || maskColor === undefined || maskOpacity === undefined) return;
    core.setMaskAppearance({ color: maskColor, opacity: maskOpacity });
  }, [core, maskColor, maskOpacity]);
  const pressureChangesSize = settings?.pressureChangesSize;
  useEffect(() => {
    if (pressureChangesSize !== undefined) core?.setPressureChangesSize(pressureChangesSize);
  }, [core, pressureChangesSize]);
  useEffect(() => (core === undefined ? undefined : followSizes(core)), [core]);
}

/** Loads the sizes once, then saves their changes: from then on the canvas is ahead. */
function followSizes(core: CanvasCore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = '';
  let isStopped = false;
  let stop = () => {};

  async function follow(): Promise<void> {
    const { brushSize, eraserSize } = await backend.settings.get();
    if (isStopped) return;
    core.setToolSize('brush', brushSize);
    core.setToolSize('eraser', eraserSize);
    saved = `${brushSize} ${eraserSize}`;
    stop = core.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void save(), SETTLE_MILLISECONDS);
    });
  }

  async function save(): Promise<void> {
    const { brushSize, eraserSize } = core.getSnapshot();
    if (saved === `${brushSize} ${eraserSize}`) return;
    saved = `${brushSize} ${eraserSize}`;
    await backend.settings.update({ brushSize, eraserSize });
  }

  void follow();
  return () => {
    isStopped = true;
    stop();
    clearTimeout(timer);
  };
}
