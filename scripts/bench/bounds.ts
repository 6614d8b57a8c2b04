/** Bounds the figures. One that every run misses does not belong here. */

export interface Bound {
  readonly text: string;
  /** @param beside NaN without a baseline */
  isMet(gesso: number, beside: number): boolean;
}

function ratio(most: number): Bound {
  return { text: `ratio ≤ ${most}`, isMet: (gesso, beside) => gesso <= most * beside };
}

function atMost(most: number, text: string): Bound {
  return { text: `≤ ${text}`, isMet: (gesso) => gesso <= most };
}

function atLeast(least: number, text: string): Bound {
  return { text: `≥ ${text}`, isMet: (gesso) => gesso >= least };
}

/** @param more than the baseline, in the figure's own unit */
function beyond(more: number, text: string): Bound {
  return { text, isMet: (gesso, beside) => gesso <= beside + more };
}

export const BOUNDS = {
  starting: { firstScreen: atMost(1.8, '1.8 MB') },
  opening: { visible: ratio(1.3) },
  painting: {
    interval: ratio(1.5),
    slowFrames: beyond(0.01, '1 point more'),
    latency: ratio(1.2),
    busy: ratio(1.4),
    /** The largest photo beside the smallest. */
    size: ratio(1.3),
  },
  sending: { request: ratio(1.75) },
  objects: {
    loop: atLeast(0.92, '92 %'),
    worstLoop: atLeast(0.75, '75 %'),
    click: atLeast(0.88, '88 %'),
  },
  edges: { left: atMost(0, '0 %') },
  clips: { missed: beyond(0, 'no more'), cold: ratio(2), warm: ratio(1.5) },
  upscale: { screen: ratio(1.3) },
  chat: {
    firstText: ratio(1.75),
    slowFrames: beyond(0, 'no more'),
    busy: atMost(0.35, '35 %'),
    settled: beyond(150, '150 ms more'),
    longestTask: { text: 'none over 50 ms', isMet: (gesso: number) => gesso <= 50 },
  },
  recipes: {
    speed: { text: '≥ 0.8 ×', isMet: (gesso: number, beside: number) => gesso >= 0.8 * beside },
  },
  tables: { jobs: ratio(1.3) },
  memory: { host: atMost(3, '3 ×'), window: ratio(1.3) },
} as const;
