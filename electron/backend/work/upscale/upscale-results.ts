import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { MEDIA_TYPES } from '../../../../shared/api/media-kind.ts';
import type { PictureFormat } from '../../../../shared/contract/export.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type {
  UpscaleFindings,
  UpscaleResult,
  UpscaleFinish,
} from '../../../../shared/contract/upscale.ts';
import { safeStem } from '../../../../shared/export/file-names.ts';
import { SAVED_FORMATS } from '../../../../shared/export/saved-name.ts';
import {
  forecastSize,
  hasBorder,
  expectedUpscale,
  placementIn,
  withinBorder,
  type UpscaleMeasure,
} from '../../../../shared/geometry/upscale-size.ts';
import { fileUrl, upscalePictureUrl } from '../../../../shared/media.ts';
import { outputName } from '../export/job-output-files.ts';
import type { OutgoingFile } from '../export/picture-out.ts';
import { servedFile, type PreparedFiles } from '../export/prepared-files.ts';
import { copyOut } from '../../service/common/copy-out.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import { exportPhoto } from '../../vision/imaging/writing/export-photo.ts';
import {
  changesPixels,
  writeFinishedUpscale,
  saysColours,
  writeWithProfile,
  type UpscaleFinishing,
} from '../../vision/imaging/writing/finish-upscale.ts';
import { writeBlendedUpscale } from '../../vision/imaging/results/blend-upscale.ts';
import { readProfile } from '../../vision/imaging/reading/photo-pixels.ts';
import { findInUpscale } from '../../vision/imaging/results/upscale-findings.ts';
import { jobRequest, subjectOf } from '../jobs/kinds/job-kind.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import type { FileStore, StoredFile } from '../../library/file-store.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoOrigins } from '../../library/library.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { stoppedResult, type CrashGuard } from '../../library/crash-guard.ts';
import type { BlendStore } from '../blend/blend-store.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { os } from '../../service/common/procedures.ts';
import type { UpscaleResultStore } from './result-store.ts';
import type { Blend } from '../../../../shared/contract/blend.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';

/** Answers by which a connection is judged. */
const MEASURES = 60;

interface Found {
  readonly output: OutputReference;
  readonly job: StoredJob;
  readonly file: StoredFile;
  /** Size of the file, expected size, and placement of the sent picture. */
  readonly raw: { readonly width: number; readonly height: number };
  readonly promised: { readonly width: number; readonly height: number };
  readonly placement: Rect;
  readonly finish: UpscaleFinish;
  readonly blend: Blend | undefined;
}

function createFoundUpscales(deps: {
  readonly jobs: JobStore;
  readonly files: Pick<FileStore, 'get'>;
  readonly photos: Pick<PhotoStore, 'exists' | 'source'>;
  readonly patches: Pick<PatchStore, 'pictures'>;
  readonly store: UpscaleResultStore;
  readonly blends: Pick<BlendStore, 'read'>;
}) {
  const { jobs, files, photos, store } = deps;

  /** Newest first. @param beforeJobId only those before this one */
  function measures(connectionId: string, beforeJobId?: string): readonly UpscaleMeasure[] {
    const done = jobs.list({
      kinds: ['upscale'],
      states: ['done'],
      connectionId,
      limit: MEASURES,
      beforeJobId,
    });
    return done.flatMap((job): readonly UpscaleMeasure[] => {
      const [first] = jobs.outputs(job.id);
      if (first?.width === undefined || first.height === undefined) return [];
      const { width, height } = subjectOf(job).region;
      const { size } = jobRequest(job, 'upscale').parameters;
      return [
        {
          sent: { width, height },
          wanted: size,
          output: { width: first.width, height: first.height },
          rule: store.findings({ jobId: job.id, output: first.id })?.rule,
        },
      ];
    });
  }

  /** @throws AppError `not-found` for a file that is no enlargement */
  function find(output: OutputReference): Found {
    const job = jobs.get(output.jobId);
    const found = jobs.output(output);
    if (job?.kind !== 'upscale' || found?.width === undefined || found.height === undefined) {
      throw notFound('This result is no longer in the library.');
    }
    const raw = { width: found.width, height: found.height };
    const sent = subjectOf(job).region;
    const wanted = jobRequest(job, 'upscale').parameters.size;
    const own = store.findings(output)?.rule;
    const expected = expectedUpscale(sent, wanted, measures(job.connectionId));
    const forecast = own === undefined ? expected : forecastSize(sent, wanted, own);
    const before = expectedUpscale(sent, wanted, measures(job.connectionId, job.id));
    return {
      output,
      job,
      file: files.get(found.fileId),
      raw,
      promised: before.size,
      placement: placementIn(forecast, raw),
      finish: store.finish(output),
      blend: changedBlend(deps.blends.read(output)),
    };
  }

  function finishing(found: Found): UpscaleFinishing | undefined {
    const { job, file, raw, placement, finish } = found;
    const { photoId, region } = subjectOf(job);
    if (!photos.exists(photoId)) return undefined;
    return {
      resultPath: file.path,
      mediaType: file.mediaType,
      raw,
      placement,
      source: photos.source(photoId),
      region,
      patches: deps.patches.pictures(job.patchIds[0] ?? []),
      kept: finish.trim === null ? { x: 0, y: 0, ...raw } : withinBorder(raw, finish.trim),
      matchColors: finish.matchColors,
    };
  }

  return { measures, find, finishing };
}

/** @returns `undefined` if only the result is visible */
function changedBlend(blend: Blend | undefined): Blend | undefined {
  return blend === undefined || (blend.strength === 1 && blend.strokes.length === 0)
    ? undefined
    : blend;
}

/** Cached pictures: those of a comparison, with their originals. */
export const UPSCALE_PICTURES = 12;

/** All throw AppError `not-found` for a file that is no enlargement. */
export type UpscaleResults = ReturnType<typeof createUpscaleResults>;

interface UpscaleEncoding {
  readonly format: PictureFormat;
  readonly quality: number;
  readonly lossless: boolean;
}

export function createUpscaleResults(deps: {
  readonly jobs: JobStore;
  readonly files: Pick<FileStore, 'get'>;
  readonly photos: Pick<PhotoStore, 'exists' | 'get' | 'import' | 'row' | 'source'>;
  readonly origins: Pick<PhotoOrigins, 'note'>;
  readonly patches: Pick<PatchStore, 'renderKeysOf' | 'pictures'>;
  readonly store: UpscaleResultStore;
  readonly blends: Pick<BlendStore, 'read'>;
  readonly prepared: PreparedFiles;
  readonly crashGuard: Pick<CrashGuard, 'guard' | 'forgive'>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  /** The default or given folder; `undefined` to ask the user. */
  readonly folder: (into?: string) => string | undefined;
}) {
  const { photos, store, prepared } = deps;
  const { measures, find, finishing } = createFoundUpscales(deps);

  /** Only the profile counts here; density is added when saving. */
  async function fileToShow(
    found: Found,
  ): Promise<{ readonly url: string; readonly path: string }> {
    const order = finishing(found);
    const { file } = found;
    const asItCame = { url: fileUrl(file.id), path: file.path };
    if (order === undefined) return asItCame;
    if (changesPixels(order)) return await finishedFile(found, order);
    const profile = (await readProfile(order.source)) ?? null;
    if (profile === null && !(await saysColours(file.path))) return asItCame;
    if (file.mediaType !== MEDIA_TYPES.png) return await finishedFile(found, order);
    const made = await prepared.prepare({
      key: JSON.stringify(['profile', found.output]),
      name: 'result.png',
      mediaType: MEDIA_TYPES.png,
      write: (path) => writeWithProfile(order, profile, path),
    });
    return { url: upscalePictureUrl(made.id), path: made.path };
  }

  async function finishedFile(found: Found, order: UpscaleFinishing) {
    const made = await prepared.prepare({
      key: JSON.stringify([found.output, found.finish, found.placement]),
      name: 'result',
      mediaType: changesPixels(order) ? MEDIA_TYPES.png : found.file.mediaType,
      write: (path) => writeFinishedUpscale(order, path),
    });
    return { ...made, url: upscalePictureUrl(made.id) };
  }

  async function fileToKeep(found: Found) {
    const { file, blend } = found;
    const order = finishing(found);
    if (order === undefined) {
      return { path: file.path, mediaType: file.mediaType, isAsItCame: true };
    }
    if (blend === undefined) {
      const { path, mediaType } = await finishedFile(found, order);
      return { path, mediaType, isAsItCame: !changesPixels(order) };
    }
    const { path } = await fileToShow(found);
    const made = await prepared.prepare({
      key: JSON.stringify([found.output, found.finish, found.placement, blend]),
      name: 'blended',
      mediaType: MEDIA_TYPES.png,
      write: (to) => writeBlendedUpscale(order, path, blend, to),
    });
    return { path: made.path, mediaType: MEDIA_TYPES.png, isAsItCame: false };
  }

  async function write(found: Found, encoding: UpscaleEncoding, path: string): Promise<void> {
    const { format, quality, lossless } = encoding;
    const kept = await fileToKeep(found);
    if (kept.isAsItCame && kept.mediaType === SAVED_FORMATS[format].mediaType) {
      await copyOut(kept.path, path);
      return;
    }
    const hasAlpha = finishing(found)?.source.hasAlpha ?? false;
    const source = { path: kept.path, depth: 8, hasAlpha, isCmyk: false } as const;
    await exportPhoto(source, [], { format, quality, lossless }, path);
  }

  async function original(found: Found): Promise<UpscaleResult['original']> {
    const { photoId, region } = subjectOf(found.job);
    if (!photos.exists(photoId)) return undefined;
    const { width, height, url, hasAlpha } = photos.get(photoId);
    const patchIds = found.job.patchIds[0] ?? [];
    if (patchIds.length === 0) return { url, width, height, hasAlpha, rect: region };
    const made = await prepared.prepare({
      key: JSON.stringify([photoId, deps.patches.renderKeysOf(patchIds)]),
      name: 'original.png',
      mediaType: MEDIA_TYPES.png,
      write: (path) =>
        exportPhoto(photos.source(photoId), deps.patches.pictures(patchIds), LOSSLESS, path),
    });
    return { url: upscalePictureUrl(made.id), width, height, hasAlpha, rect: region };
  }

  async function resultOf(found: Found): Promise<UpscaleResult> {
    const order = finishing(found);
    const { raw, finish, promised, placement, job } = found;
    const [{ url }, sentPicture] = await Promise.all([fileToShow(found), original(found)]);
    const kept = order?.kept ?? { x: 0, y: 0, ...raw };
    const { width, height } = subjectOf(job).region;
    return {
      url,
      width: kept.width,
      height: kept.height,
      hasAlpha: order?.source.hasAlpha ?? false,
      raw,
      finish,
      sent: { width, height },
      placement: { ...placement, x: placement.x - kept.x, y: placement.y - kept.y },
      promised,
      original: sentPicture,
    };
  }

  /** A result is only read automatically when its screen opens. */
  function guarded<Result>(found: Found, read: () => Promise<Result>): Promise<Result> {
    return deps.crashGuard.guard(keyOf(found), stoppedResult, read);
  }

  async function result(output: OutputReference): Promise<UpscaleResult> {
    const found = find(output);
    return await guarded(found, () => resultOf(found));
  }

  const procedures = {
    measures: os.upscale.measures.handler(({ input }) => measures(input.connectionId)),
    result: os.upscale.result.handler(({ input }) => result(input)),
    setFinish: os.upscale.setFinish.handler(async ({ input: { finish, ...output } }) => {
      const found = { ...find(output), finish };
      await deps.crashGuard.forgive(keyOf(found)); // The user's command.
      const shown = await guarded(found, () => resultOf(found)); // First, so that settings that cannot be applied are not stored.
      store.setFinish(output, finish);
      return shown;
    }),
    inspect: os.upscale.inspect.handler(async ({ input: output }) => {
      const known = store.findings(output);
      if (known !== undefined) return known;
      const found = find(output);
      const order = finishing(found);
      if (order === undefined) return { border: null, flat: [], black: [] };
      const { size } = jobRequest(found.job, 'upscale').parameters;
      const seen = await guarded(found, () =>
        findInUpscale(order, size.mode === 'size' && size.crop),
      );
      const findings = { ...seen, ...ruleShown(found, seen) };
      store.setFindings(output, findings);
      return findings;
    }),
    save: os.upscale.save.handler(({ input: { jobId, output, into, ...encoding } }) => {
      const found = find({ jobId, output });
      const { mediaType } = SAVED_FORMATS[encoding.format];
      return saveByHost(deps.ports, {
        suggestedName: outputName(found.job, output, mediaType),
        mediaType,
        folder: deps.folder(into),
        write: (path) => write(found, encoding, path),
      });
    }),
    toPhoto: os.upscale.toPhoto.handler(async ({ input: { purpose, ...output } }) => {
      const found = find(output);
      const { path, mediaType } = await fileToKeep(found);
      const name = outputName(found.job, output.output, mediaType);
      const photo = await deps.photos.import(createReadStream(path), name, purpose);
      deps.origins.note(photo.id, { is: 'result', jobId: found.job.id });
      return photo;
    }),
  };

  return {
    procedures,
    measures,
    result,
    /** Absolute path of the post-processed picture without blend. */
    finishedPath: async (output: OutputReference): Promise<string> =>
      (await fileToShow(find(output))).path,
    keptPath: async (output: OutputReference): Promise<string> =>
      (await fileToKeep(find(output))).path,
    /** The picture as `save` writes it; its name has no extension. */
    blendedFile(
      output: OutputReference,
      encoding: UpscaleEncoding,
    ): { readonly stem: string; write(path: string): Promise<void> } {
      const found = find(output);
      const { mediaType } = SAVED_FORMATS[encoding.format];
      return {
        stem: safeStem(outputName(found.job, output.output, mediaType)),
        write: (path) => write(found, encoding, path),
      };
    },
    file: (id: string): Promise<OutgoingFile> => servedFile(prepared, id),
  };
}

const LOSSLESS = { format: 'png', quality: 100, lossless: true } as const;

/** The rounding rule of a crop, if either would have left a border. */
function ruleShown(
  { job, raw }: Found,
  { border }: Pick<UpscaleFindings, 'border'>,
): Pick<UpscaleFindings, 'rule'> {
  const { size } = jobRequest(job, 'upscale').parameters;
  const rounded = forecastSize(subjectOf(job).region, size, 'multiples-of-8');
  const isPromised = rounded.size.width === raw.width && rounded.size.height === raw.height;
  if (!isPromised || !hasBorder(rounded.border)) return {};
  return { rule: border === null ? 'exact' : 'multiples-of-8' };
}

/** Files are named by their content. */
function keyOf({ file }: Found): string {
  return basename(file.path);
}
