/** For the self-check: paints on a photo with an invisible canvas. */
import { Layer } from 'konva/lib/Layer.js';
import { Stage } from 'konva/lib/Stage.js';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { createCanvasCore } from './core.ts';
import type { ShownPicture } from '../../../viewer/stage/viewer-types.ts';
import { twoFrames } from './two-frames.ts';

const TRY = {
  /** CSS pixels. */
  stage: { width: 640, height: 480 },
  /** Photo pixels. */
  brush: 60,
  /** Growing starts the mask worker. */
  growth: 4,
} as const;

/**
 * Draws a stroke across the middle by pointer events.
 * @throws Error with a sentence if nothing was painted or shown; as `CanvasCore.openPhoto`
 */
export async function tryPainting(photo: ShownPicture): Promise<readonly PackedMaskTile[]> {
  const { width, height } = TRY.stage;
  const container = document.createElement('div');
  Object.assign(container.style, {
    position: 'fixed',
    left: `${-2 * width}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  container.tabIndex = -1;
  container.setPointerCapture = () => undefined; // there is no real pointer to capture
  document.body.append(container);
  const holder = document.createElement('div');
  container.append(holder);
  const stage = new Stage({ container: holder, width, height, listening: false });
  const photoLayer = new Layer({ listening: false });
  const maskLayer = new Layer({ listening: false });
  const overlayLayer = new Layer({ listening: false });
  stage.add(photoLayer, maskLayer, overlayLayer);
  const core = createCanvasCore({ stage, photoLayer, maskLayer, overlayLayer, container });
  try {
    core.picture.resize({ width, height }, 1);
    await core.openPhoto(photo);
    core.tools.setTool('brush');
    core.tools.setSize('brush', TRY.brush);
    const { left, top } = container.getBoundingClientRect();
    const send = (type: string, share: number): void => {
      const at = { clientX: left + width * share, clientY: top + height / 2 };
      const pointer = { pointerId: 1, pointerType: 'mouse', isPrimary: true, bubbles: true };
      const buttons = type === 'pointerup' ? 0 : 1;
      container.dispatchEvent(new PointerEvent(type, { ...pointer, ...at, button: 0, buttons }));
    };
    send('pointerdown', 0.4);
    for (let share = 0.42; share < 0.6; share += 0.02) send('pointermove', share);
    send('pointerup', 0.6);
    if (core.mask.bounds() === undefined) throw new Error('A stroke of the brush left no mask.');
    await core.maskEdits.grow(TRY.growth);
    await twoFrames();
    if (!isDrawn(photoLayer)) throw new Error('The photo was not drawn.');
    if (!isDrawn(maskLayer)) throw new Error('The painted mask was not drawn.');
    return core.mask.packed();
  } finally {
    core.destroy();
    stage.destroy();
    container.remove();
  }
}

function isDrawn(layer: Layer): boolean {
  const canvas = layer.getNativeCanvasElement();
  const context = canvas.getContext('2d');
  const [x, y] = [Math.floor(canvas.width / 2), Math.floor(canvas.height / 2)];
  return (context?.getImageData(x, y, 1, 1).data[3] ?? 0) > 0;
}
