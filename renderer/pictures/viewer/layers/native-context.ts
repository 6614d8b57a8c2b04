import type { Layer } from 'konva/lib/Layer.js';

/**
 * Returns the raw 2D context: painters draw in device pixels, which Konva's wrapper does not
 * support.
 */
export function nativeContext(layer: Layer): CanvasRenderingContext2D {
  const context = layer.getNativeCanvasElement().getContext('2d');
  if (context === null) throw new Error('The canvas layer has no 2D context.');
  return context;
}
