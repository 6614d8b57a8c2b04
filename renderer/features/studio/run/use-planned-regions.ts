/** What a run would send: worked out a moment after each edit of the mask, never while painting. */
import { useEffect, useState } from 'react';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { planRegions } from '../../../../shared/geometry/regions.ts';
import { useStudio } from '../session/studio-store.ts';
import { useCanvas } from '../use-canvas.ts';

/** Edits that follow each other faster than this are planned once, ms. */
const PLAN_DELAY = 50;

const NONE: readonly Rect[] = [];

/** @returns one region for each call, photo space; none without a mask */
export function usePlannedRegions(): readonly Rect[] {
  const core = useStudio((state) => state.session?.core);
  const photo = useStudio((state) => state.photo);
  const bounds = useCanvas((snapshot) => (snapshot.isPainting ? undefined : snapshot.maskBounds));
  const [regions, setRegions] = useState(NONE);
  useEffect(() => {
    if (core === undefined || photo === undefined || bounds === undefined) return undefined;
    const plan = () => {
      const tiles = core.maskTiles();
      const isEmpty = core.maskBounds() === undefined;
      setRegions(isEmpty ? NONE : planRegions(tiles, photo).map(({ region }) => region));
    };
    let timer = setTimeout(plan, PLAN_DELAY);
    const stop = core.onMaskChanged(() => {
      clearTimeout(timer);
      timer = setTimeout(plan, PLAN_DELAY);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [core, photo, bounds]);
  return bounds === undefined ? NONE : regions;
}
