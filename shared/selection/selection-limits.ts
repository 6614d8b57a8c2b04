export const SELECTION_LIMITS = {
  /** Most points of a gesture; they may be outside the photo. */
  points: 20_000,
  strokes: 200,
  /** Most spots in one answer. */
  spots: 2000,
} as const;
