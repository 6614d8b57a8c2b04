/** Bounds of what is asked of the tools that select, and of their answers. */
export const SELECTION_LIMITS = {
  /** Points of a gesture; they may lie beside the photo. */
  points: 20_000,
  strokes: 200,
  /** Spots in one answer. */
  spots: 2000,
} as const;
