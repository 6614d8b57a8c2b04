/** Embeds the visible part once, and the object's surroundings at higher resolution. */
import {
  containsRect,
  intersectRects,
  isEmptyRect,
  rectArea,
  rectOfSize,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { fillLoop } from '../../../../shared/selection/raster-shapes.ts';
import {
  OBJECT_FRAME,
  type Perception,
  type Picture,
  type Segmentation,
} from '../../vision/perception/perception.ts';
import {
  chooseForLoop,
  chooseForPoints,
  chooseLike,
  shareOf,
  type RankedCandidates,
  type RatedCandidate,
} from './pick-candidate.ts';
import {
  boundsOfPoints,
  gridOver,
  inRaster,
  longer,
  translated,
  partInSight,
  scaledBy,
  shrunk,
  someOf,
  surroundings,
} from './finder-geometry.ts';
import { outlinesOf } from './found-pixels.ts';
import type { SelectionWork } from './messages.ts';
import { logitsOver, type SeenObject } from './seen-object.ts';

const FINDER = {
  /** Shrinks a loop's bounds by this fraction of each side, because loops are loose. */
  loose: 0.05,
  /** An object larger than this fraction of the visible part is not embedded again. */
  largeShare: 0.55,
  /** Fraction of the visible part from which a loop is resolved well enough. */
  coarseShare: 0.15,
  /** Most points of a scribble in a prompt. */
  points: 6,
  /** Grid points along the longer side when searching all objects. */
  tried: 9,
  /** Least score of objects that are shown. */
  shownScore: 0.88,
  shownStability: 0.88,
  /** Largest fraction of the visible part: the ground is no object. */
  shownShare: 0.6,
  /** Objects with more overlap are equal. */
  shownSame: 0.6,
  /** Below these the model is uncertain. */
  score: 0.75,
  stability: 0.6,
} as const;

type Order = SelectionWork['object']['order'];

export interface SelectingGesture extends Pick<Order, 'gesture' | 'strokes' | 'photo' | 'pass'> {
  readonly photoId: string;
  /** Visible part of the photo. */
  readonly within: Rect | undefined;
  /** Index of the candidate; missing: the most likely one. */
  readonly reading: number | undefined;
}

export interface Sight {
  readonly seen: SeenObject;
  /** Number of candidates by size, and the index of this one. */
  readonly readings: number;
  readonly reading: number;
  readonly isUnsure: boolean;
}

export type ObjectFinder = ReturnType<typeof createObjectFinder>;

interface FoundObject {
  readonly seen: SeenObject;
  readonly point: Point;
  readonly reading: number;
}

/** Photo space. */
export interface FinderPrompt {
  readonly box?: Rect;
  /** Points on the object, and points outside. */
  readonly on?: readonly Point[];
  readonly off?: readonly Point[];
}

interface Part {
  readonly key: string;
  readonly rect: Rect;
}

interface Taken extends Omit<Sight, 'seen' | 'isUnsure'> {
  readonly chosen: RatedCandidate;
  readonly seen: SeenObject;
}

export function createObjectFinder(deps: {
  readonly perception: Perception;
  /** Changes with the photo's results. */
  readonly renderKeyOf: (photoId: string) => string;
  readonly sizeOf: (photoId: string) => Size;
  /** Reads a part at the model's resolution. */
  readonly read: (photoId: string, rect: Rect, signal?: AbortSignal) => Promise<Picture>;
}) {
  const { perception } = deps;
  const underWay = new Map<string, Promise<void>>();

  function partOf(photoId: string, rect: Rect): Part {
    const { x, y, width, height } = rect;
    return { key: `${deps.renderKeyOf(photoId)} ${x},${y},${width},${height}`, rect };
  }

  /** Shared by all waiting callers; cancelling one doesn't affect the others. */
  async function embed(photoId: string, { key, rect }: Part, picture?: Picture): Promise<void> {
    if (perception.holds(key)) return;
    const begun = underWay.get(key);
    if (begun !== undefined) return await begun;
    const work = (async () => {
      await perception.embed(key, picture ?? (await deps.read(photoId, rect)));
    })();
    underWay.set(key, work);
    try {
      await work;
    } finally {
      underWay.delete(key);
    }
  }

  async function ask(
    photoId: string,
    part: Part,
    question: FinderPrompt,
    signal: AbortSignal | undefined,
  ): Promise<Segmentation> {
    const { box, on = [], off = [] } = question;
    const { x, y } = part.rect;
    const zoom = OBJECT_FRAME / longer(part.rect);
    const prompt = {
      box: box === undefined ? undefined : scaledBy(translated(box, -x, -y), zoom),
      points: [...on, ...off].map((at, index) => ({
        x: (at.x - x) * zoom,
        y: (at.y - y) * zoom,
        isOn: index < on.length,
      })),
    };
    await embed(photoId, part);
    signal?.throwIfAborted();
    const found = await perception.segment(part.key, prompt, signal);
    // `undefined`: the process was restarted meanwhile.
    if (found === undefined) return await ask(photoId, part, question, signal);
    return { ...found, scale: found.scale * zoom };
  }

  /** Asks with two box sizes, unless the coarse answer to one is unambiguous. */
  async function inLoop(order: SelectingGesture, part: Part, signal?: AbortSignal): Promise<Taken> {
    const { photoId, gesture } = order;
    const { x, y } = part.rect;
    const box = intersectRects(boundsOfPoints(gesture.points), part.rect);
    const tight = await ask(photoId, part, { box: shrunk(box, FINDER.loose) }, signal);
    const { scale } = tight;
    const loop = new Uint8Array(tight.width * tight.height);
    fillLoop(loop, tight, inRaster(gesture.points, part.rect, scale), 1);
    const boxOfLoop = scaledBy(translated(box, -x, -y), scale);
    if (order.pass === 'coarse' && order.reading === undefined) {
      const choice = chooseForLoop([tight], loop, boxOfLoop);
      if (choice.candidates.length === 1) return taken(choice, order, part, tight);
    }
    const loose = await ask(photoId, part, { box }, signal);
    return taken(chooseForLoop([tight, loose], loop, boxOfLoop), order, part, tight);
  }

  async function atPoints(
    order: SelectingGesture,
    part: Part,
    signal?: AbortSignal,
  ): Promise<Taken> {
    const on = someOf(order.gesture.points, FINDER.points);
    const found = await ask(order.photoId, part, { on }, signal);
    return taken(chooseForPoints(found, on.length === 1), order, part, found);
  }

  async function closer(
    order: SelectingGesture,
    part: Part,
    shown: Taken,
    signal?: AbortSignal,
  ): Promise<Taken> {
    const box = boxOfSeen(shown);
    const on = someOf(order.gesture.points, FINDER.points);
    const found = await ask(order.photoId, part, { box, on }, signal);
    const chosen = chooseLike(found, logitsOver(shown.seen, part.rect, found));
    return { ...shown, chosen, seen: seenIn(part, found, chosen.logits) };
  }

  async function readOn(photoId: string, part: Part, shown: Promise<Taken>): Promise<void> {
    if (perception.holds(part.key)) return;
    try {
      const [picture] = await Promise.all([deps.read(photoId, part.rect), shown]);
      await embed(photoId, part, picture);
    } catch {
      // The coarse request reports the error; the fine one embeds the part itself.
    }
  }

  async function mainThing(order: SelectingGesture, signal?: AbortSignal): Promise<Taken> {
    const { photoId, gesture, photo, pass } = order;
    const view = partOf(photoId, partInSight(order.within, photo));
    if (gesture.kind === 'loop') {
      const box = intersectRects(boundsOfPoints(gesture.points), rectOfSize(photo));
      const doesView =
        pass === 'coarse' &&
        perception.holds(view.key) &&
        containsRect(view.rect, box) &&
        longer(box) >= FINDER.coarseShare * longer(view.rect);
      const own = partOf(photoId, surroundings(box, photo));
      const shown = inLoop(order, doesView ? view : own, signal);
      if (doesView) void readOn(photoId, own, shown);
      return await shown;
    }
    const shown = await atPoints(order, view, signal);
    const box = intersectRects(boxOfSeen(shown), rectOfSize(photo));
    const own = partOf(photoId, surroundings(box, photo));
    const isLarge = rectArea(own.rect) > FINDER.largeShare * rectArea(view.rect);
    if (pass === 'coarse' || isLarge || isEmptyRect(box)) return shown;
    return await closer(order, own, shown, signal);
  }

  /** Shift-click adds another object, Alt-click removes a part. */
  async function withClicks(
    order: SelectingGesture,
    main: Taken,
    signal?: AbortSignal,
  ): Promise<SeenObject> {
    let { seen } = main;
    for (const { kind, points } of order.strokes) {
      const [at] = points;
      if (points.length > 1 || at === undefined) continue; // Drawn strokes are pixels, not prompts.
      const isHere = containsRect(seen.rect, { ...at, width: 0, height: 0 });
      const rect = isHere ? seen.rect : rectOfSize(order.photo);
      const part = partOf(order.photoId, rect);
      const found = await ask(order.photoId, part, { on: [at] }, signal);
      const { candidates, best } = chooseForPoints(found, true);
      const meant = candidates[best];
      if (meant === undefined) continue;
      const logits = logitsOver(seen, rect, found);
      for (let index = 0; index < logits.length; index++) {
        const [before = 0, its = 0] = [logits[index], meant.logits[index]];
        logits[index] = kind === 'add' ? Math.max(before, its) : Math.min(before, -its);
      }
      seen = seenIn(part, found, logits);
    }
    return seen;
  }

  async function all(
    photoId: string,
    within: Rect | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly FoundObject[]> {
    const part = partOf(photoId, partInSight(within, deps.sizeOf(photoId)));
    const things: (FoundObject & { readonly rated: RatedCandidate })[] = [];
    for (const point of gridOver(part.rect, FINDER.tried)) {
      const isFound = things.some(({ seen }) => isOn(seen, point));
      if (isFound) continue;
      const found = await ask(photoId, part, { on: [point] }, signal);
      const { candidates, best: reading } = chooseForPoints(found, true);
      const rated = candidates[reading];
      if (rated === undefined || !isShown(rated)) continue;
      if (things.some((other) => shareOf(other.rated, rated) > FINDER.shownSame)) continue;
      things.push({ seen: seenIn(part, found, rated.logits), point, reading, rated });
    }
    return things.map(({ seen, point, reading }) => ({ seen, point, reading }));
  }

  return {
    /** Top to bottom. @throws as `find` */
    all,
    /** @param rect embedded part of the photo @returns at the photo's scale @throws as `find` */
    answer: (
      photoId: string,
      rect: Rect,
      prompt: FinderPrompt,
      signal: AbortSignal | undefined,
    ): Promise<Segmentation> => ask(photoId, partOf(photoId, rect), prompt, signal),
    async readAhead(photoId: string, within: Rect | undefined): Promise<void> {
      const part = partOf(photoId, partInSight(within, deps.sizeOf(photoId)));
      await perception.warm('objects');
      await embed(photoId, part);
    },
    /** @throws AppError `cancelled`, `tool-unavailable`, errors of reading */
    async find(order: SelectingGesture, signal: AbortSignal | undefined): Promise<Sight> {
      const main = await mainThing(order, signal);
      const { chosen, readings, reading } = main;
      const isUnsure = chosen.score < FINDER.score || chosen.stability < FINDER.stability;
      return { seen: await withClicks(order, main, signal), readings, reading, isUnsure };
    },
  };
}

/** Photo space. */
export function outlinesOfSeen(seen: SeenObject): number[][] {
  const { rect, width, height, scale, logits } = seen;
  const pixels = Uint8Array.from(logits, (logit) => (logit > 0 ? 1 : 0));
  const covered = { ...rect, width: width / scale, height: height / scale };
  return outlinesOf({ width, height, pixels }, covered);
}

function isShown({ score, stability, pixels, logits }: RatedCandidate): boolean {
  return (
    score >= FINDER.shownScore &&
    stability >= FINDER.shownStability &&
    pixels > 0 &&
    pixels <= FINDER.shownShare * logits.length
  );
}

function isOn({ rect, scale, width, logits }: SeenObject, { x, y }: Point): boolean {
  const column = Math.floor((x - rect.x) * scale);
  const row = Math.floor((y - rect.y) * scale);
  return (logits[row * width + column] ?? 0) > 0;
}

function taken(
  { candidates, best }: RankedCandidates,
  order: SelectingGesture,
  part: Part,
  found: Segmentation,
): Taken {
  const reading = Math.min(candidates.length - 1, Math.max(0, order.reading ?? best));
  const chosen = candidates[reading];
  if (chosen === undefined) throw new Error('The model gave no candidate.');
  return { chosen, readings: candidates.length, reading, seen: seenIn(part, found, chosen.logits) };
}

function seenIn({ rect }: Part, found: Segmentation, logits: Float32Array): SeenObject {
  const { width, height, scale } = found;
  return { rect, width, height, scale, logits };
}

/** Photo space. */
function boxOfSeen({ chosen, seen: { rect, scale } }: Taken): Rect {
  return translated(scaledBy(chosen.box, 1 / scale), rect.x, rect.y);
}
