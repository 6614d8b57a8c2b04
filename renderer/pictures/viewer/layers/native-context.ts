import type { Layer } from 'konva/lib/Layer.js';

/**
 * The layer's 2D context as the browser gave it: the painters draw in device pixels, which Konva's own
 * wrapper does not know.
 */
export function nativeContext(layer: Layer): CanvasRenderingContext2D {
  const context = layer.getNativeCanvasElement().getContext('2d');
  if (context === null) throw new Error('The canvas layer has no 2D context.');
  return context;
}
