import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { UNSHOWN_OBSTACLE } from '../../../viewer/stage/unshown.ts';
import { problemOfSize, type SizeRule } from '../../../../shared/geometry/upscale-size.ts';
import { problemsOf, wantedSize } from './form.ts';

export interface Sendable<Picture> {
  readonly ready: readonly Picture[];
  readonly leftOut: readonly Picture[];
  /** A short sentence; `undefined` if something can be sent. */
  readonly obstacle: string | undefined;
}

/** @param unshown ids of pictures that can’t be shown */
export function sendableOf<Picture extends Size & { readonly id: string }>(
  photos: readonly Picture[],
  form: UpscaleForm,
  rule: SizeRule,
  unshown: ReadonlySet<string> = new Set(),
): Sendable<Picture> {
  if (photos.length === 0) return { ready: [], leftOut: [], obstacle: 'Add a picture first.' };
  const [problem] = Object.values(problemsOf(form));
  if (problem !== undefined) return { ready: [], leftOut: photos, obstacle: problem };
  const wanted = wantedSize(form);
  const problems = photos.map((photo) =>
    unshown.has(photo.id) ? UNSHOWN_OBSTACLE : problemOfSize(photo, wanted, rule)?.message,
  );
  const ready = photos.filter((_, index) => problems[index] === undefined);
  return {
    ready,
    leftOut: photos.filter((_, index) => problems[index] !== undefined),
    obstacle: ready.length > 0 ? undefined : problems[0],
  };
}
