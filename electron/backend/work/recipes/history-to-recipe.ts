import type { PictureReference } from '../../../../shared/contract/job-requests.ts';
import { MOST_STEPS, type RecipeStep } from '../../../../shared/contract/recipes.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import {
  decodeMaskTiles,
  encodeMaskTiles,
  uniteTiles,
} from '../../../../shared/mask/mask-tiles.ts';

import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { PhotoOrigins } from '../../library/library.ts';
import type { PatchRow } from '../../library/photo-rows.ts';
import { os } from '../../service/common/procedures.ts';
import type { RecipeStore } from './recipe-store.ts';
import type { RunDeps } from './run-deps.ts';

interface StepsToEdit {
  readonly steps: readonly RecipeStep[];
  /** Parts that cannot be repeated, each as a sentence. */
  readonly missing: readonly string[];
}

type Made = { readonly step: RecipeStep } | { readonly missing: string };

export function historyProcedures(
  deps: Pick<RunDeps, 'photos' | 'patches' | 'jobs'> & {
    readonly origins: Pick<PhotoOrigins, 'of'>;
    readonly recipes: Pick<RecipeStore, 'keepMask'>;
    readonly keepFace: (face: PictureReference) => Promise<string>;
  },
) {
  const { photos, patches, jobs, origins, recipes } = deps;

  /** Results of one run are one step. */
  function inRuns(rows: readonly PatchRow[]): readonly (readonly PatchRow[])[] {
    const groups: PatchRow[][] = [];
    for (const row of rows) {
      const last = groups.at(-1);
      const isSame = row.runId !== undefined && last?.[0]?.runId === row.runId;
      if (isSame) last?.push(row);
      else groups.push([row]);
    }
    return groups;
  }

  async function ofResults(
    photoId: string,
    isWanted: (patch: PatchRow) => boolean,
  ): Promise<readonly Made[]> {
    const { width, height } = photos.row(photoId);
    const made: Made[] = [];
    for (const group of inRuns(patches.list(photoId).filter(isWanted))) {
      const [first] = group;
      if (first === undefined) continue;
      const job = jobs.get(first.jobId);
      if (first.operation === 'merge-face') {
        made.push(job === undefined ? GONE : await ofJob(job));
        continue;
      }
      if (first.operation === 'recipe') {
        made.push({
          missing: 'A picture that steps of another recipe have made can’t be repeated.',
        });
        continue;
      }
      if (first.operation === 'remove-text') {
        made.push(removeText(first.parameters['isReduced'] === true, job));
        continue;
      }
      const tiles = uniteTiles(group.map(({ id }) => decodeMaskTiles(patches.mask(id))));
      const bytes = encodeMaskTiles(tiles);
      const maskId = recipes.keepMask({ bytes, size: { width, height } });
      made.push(cleanUp(maskId, first.parameters));
    }
    return made;
  }

  async function ofJob(job: StoredJob): Promise<Made> {
    const { request } = job;
    switch (request.kind) {
      case 'remove-text':
        return removeText(request.isReduced === true, job);
      case 'cleanup':
        return ofCleanUp(job);
      case 'upscale': {
        const { resultTtlSeconds: _ttl, ...parameters } = request.parameters;
        return { step: { kind: 'upscale', parameters } };
      }
      case 'merge-face': {
        const { face, responseType } = request;
        if (!photos.exists(face.photoId)) return GONE;
        const faceId = await deps.keepFace(face);
        return { step: { kind: 'merge-face', faceId, responseType } };
      }
      case 'video': {
        const { webhook: _webhook, ...parameters } = request.parameters;
        const { preparation } = request;
        return {
          step: { kind: 'clip', parameters, preparation },
        };
      }
      case 'training-upload':
      case 'watch':
        return { missing: 'Uploads and tasks started elsewhere can’t be part of a recipe.' };
    }
  }

  /** Combines the masks of the whole run. */
  function ofCleanUp(job: StoredJob): Made {
    const photoId = job.subject?.photoId;
    if (photoId === undefined || !photos.exists(photoId)) return GONE;
    const run = job.runId === undefined ? [job] : jobs.ofRun(job.runId);
    const masks = run.flatMap(({ id, subject }) => {
      const mask = subject?.photoId === photoId ? jobs.mask(id) : undefined;
      return mask === undefined ? [] : [decodeMaskTiles(mask)];
    });
    const { width, height } = photos.row(photoId);
    const bytes = encodeMaskTiles(uniteTiles(masks));
    const maskId = recipes.keepMask({ bytes, size: { width, height } });
    return cleanUp(maskId, job.request.kind === 'cleanup' ? job.request : {});
  }

  /** @param seen photos on the way, to detect a cycle */
  async function ofOrigin(
    photoId: string,
    seen: ReadonlySet<string> = new Set(),
  ): Promise<readonly Made[]> {
    const origin = origins.of(photoId);
    if (origin === undefined || seen.has(photoId)) return [];
    const way = new Set([...seen, photoId]);
    if (origin.is === 'result') {
      const job = jobs.get(origin.jobId);
      return job === undefined ? [GONE] : await upTo(job, way);
    }
    if (!photos.exists(origin.photoId)) return [GONE];
    const shown = new Set(origin.patchIds);
    return [
      ...(await ofOrigin(origin.photoId, way)),
      ...(await ofResults(origin.photoId, ({ id }) => shown.has(id))),
    ];
  }

  async function upTo(job: StoredJob, seen?: ReadonlySet<string>): Promise<readonly Made[]> {
    const photoId = job.subject?.photoId;
    const below = new Set(job.patchIds[0] ?? []);
    const isHere = photoId !== undefined && photos.exists(photoId);
    const before = isHere
      ? [
          ...(await ofOrigin(photoId, seen)),
          ...(await ofResults(photoId, ({ id }) => below.has(id))),
        ]
      : [];
    return [...before, await ofJob(job)];
  }

  return {
    fromPhoto: os.recipes.fromPhoto.handler(async ({ input: { photoId } }) =>
      toEdit([
        ...(await ofOrigin(photoId)),
        ...(await ofResults(photoId, ({ state }) => state === 'applied')),
      ]),
    ),
    fromJob: os.recipes.fromJob.handler(async ({ input }) => {
      const job = jobs.get(input.jobId);
      if (job === undefined) {
        throw notFound('This run is no longer in the library.');
      }
      return toEdit(await upTo(job));
    }),
  };
}

const TOO_MANY = `A recipe has at most ${MOST_STEPS} steps. These are the last ones.`;

const GONE: Made = { missing: 'A photo that one step used is no longer in the library.' };

function removeText(isReduced: boolean, job: StoredJob | undefined): Made {
  const hasBoxes = job?.request.kind === 'remove-text' && job.request.boxes !== undefined;
  return {
    step: {
      kind: 'remove-text',
      detail: isReduced ? 'reduced' : 'full',
      where: hasBoxes ? 'found' : 'whole',
    },
  };
}

function cleanUp(
  maskId: string,
  { margin, matchColors }: { readonly margin?: unknown; readonly matchColors?: unknown },
): Made {
  return {
    step: {
      kind: 'clean-up',
      mask: { from: 'kept', maskId, placement: 'scale' },
      margin: typeof margin === 'number' ? margin : 0,
      matchColors: matchColors === true,
    },
  };
}

function toEdit(made: readonly Made[]): StepsToEdit {
  const missing = made.flatMap((each) => ('missing' in each ? [each.missing] : []));
  const steps = made.flatMap((each) => ('step' in each ? [each.step] : []));
  if (steps.length > MOST_STEPS) missing.push(TOO_MANY);
  return {
    steps: steps.slice(-MOST_STEPS),
    missing: [...new Set(missing)],
  };
}
