/** Bright, and unlike skin, sky and leaves. */
const COLORS = ['#00e5ff', '#ff2fd0', '#ffe600', '#7cff00'] as const;

/** @param maskColor `#rrggbb` */
export function cleanedColor(maskColor: string): string {
  const [first, ...others] = COLORS;
  let best: string = first;
  for (const color of others) {
    if (distance(color, maskColor) > distance(best, maskColor) * PREFERENCE) best = color;
  }
  return best;
}

/** Another colour must be this much farther away than the first. */
const PREFERENCE = 1.5;

/** Squared, with perceptual channel weights. */
export function distance(a: string, b: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(a, at) - channel(b, at));
  return 2 * (red ?? 0) ** 2 + 4 * (green ?? 0) ** 2 + 3 * (blue ?? 0) ** 2;
}

function channel(color: string, at: number): number {
  return Number.parseInt(color.slice(at, at + 2), 16);
}
