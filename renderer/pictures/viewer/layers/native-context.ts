import type { Layer } from 'konva/lib/Layer.js';

/** Returns the raw context: painters use device pixels, unlike Konva's wrapper. */
export function nativeContext(layer: Layer): CanvasRenderingContext2D {
  const context = layer.getNativeCanvasElement().getContext('2d');
  if (context === null) throw new Error('The canvas layer has no 2D context.');
  return context;
}
