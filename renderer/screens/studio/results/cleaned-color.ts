/** The colour of cleaned areas: as far from the painted mask's as a colour can be. */

/** Candidates: bright, and none a colour that skin, sky or leaves have. */
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

/** Another colour than the first has to be this much farther away. */
const PREFERENCE = 1.5;

/** Square of the distance, the channels weighted as eyes weigh them. */
export function distance(a: string, b: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(a, at) - channel(b, at));
  return 2 * (red ?? 0) ** 2 + 4 * (green ?? 0) ** 2 + 3 * (blue ?? 0) ** 2;
}

function channel(color: string, at: number): number {
  return Number.parseInt(color.slice(at, at + 2), 16);
}
