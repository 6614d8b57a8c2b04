/** The canvas core alone in a page, on plain Konva, for tests and measurements. */
import Konva from 'konva';
import { createCanvasCore, type CanvasCore } from '../../renderer/screens/studio/canvas/index.ts';

export interface CanvasHarness {
  readonly core: CanvasCore;
  readonly stage: Konva.Stage;
  readonly maskLayer: Konva.Layer;
  readonly photoLayer: Konva.Layer;
  readonly container: HTMLElement;
}

declare global {
  interface Window {
    harness?: CanvasHarness;
  }
}

function mount(): CanvasHarness {
  const container = document.querySelector<HTMLElement>('#container');
  if (container === null) throw new Error('The harness page has no container.');
  const holder = document.createElement('div');
  container.append(holder);
  const size = (): { width: number; height: number } => ({
    width: container.clientWidth,
    height: container.clientHeight,
  });
  const stage = new Konva.Stage({ container: holder, ...size(), listening: false });
  const photoLayer = new Konva.Layer({ listening: false });
  const maskLayer = new Konva.Layer({ listening: false });
  const overlayLayer = new Konva.Layer({ listening: false });
  stage.add(photoLayer, maskLayer, overlayLayer);
  const core = createCanvasCore({ stage, photoLayer, maskLayer, overlayLayer, container });
  new ResizeObserver(() => core.picture.resize(size(), window.devicePixelRatio)).observe(container);
  return { core, stage, maskLayer, photoLayer, container };
}

window.harness = mount();
