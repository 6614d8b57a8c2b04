import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { tellingSettings } from '../../../../shared/api/video.ts';
import { MEDIA_KINDS, MEDIA_TYPES } from '../../../../shared/api/media-kind.ts';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import { jobTitle } from '../jobs/log/job-rows.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { copyOut } from '../../service/common/copy-out.ts';
import { os } from '../../service/common/procedures.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { safeFileStem, safeStem } from '../../../../shared/export/file-names.ts';
import { SAVED_FORMATS } from '../../../../shared/export/saved-name.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';

export function outputProcedures(deps: {
  readonly jobs: JobStore;
  readonly files: Pick<FileStore, 'get'>;
  readonly photos: Pick<PhotoStore, 'import'>;
  readonly ports: Pick<HostPorts, 'saveFile' | 'showInFolder'>;
  /** The default or given folder; `undefined` to ask the user. */
  readonly folder: (into?: string) => string | undefined;
}) {
  const { jobs, files, ports } = deps;

  function find(output: OutputReference) {
    const job = jobs.get(output.jobId);
    const found = jobs.output(output);
    if (job === undefined || found === undefined) {
      throw notFound('This file is no longer in the library.');
    }
    const file = files.get(found.fileId);
    return { job, file, name: outputName(job, output.output, file.mediaType) };
  }

  /** @param into folder for several files @throws AppError `not-found`, `disk-full`, `storage` */
  async function save(output: OutputReference, into?: string): Promise<SaveOutcome> {
    const { file, name } = find(output);
    return await saveByHost(
      ports,
      {
        suggestedName: name,
        mediaType: file.mediaType,
        folder: deps.folder(into),
        write: (path) => copyOut(file.path, path),
      },
      (path) => jobs.setSavedPath(output, path),
    );
  }

  return {
    jobs: {
      saveOutput: os.jobs.saveOutput.handler(({ input }) => save(input, input.into)),
      showOutput: os.jobs.showOutput.handler(async ({ input: output }) => {
        find(output);
        if (ports.showInFolder === undefined) return await save(output);
        // SECURITY: S16 the page names a job's file; the path is the one that Gesso wrote to.
        const path = jobs.savedPath(output);
        if (path === undefined) {
          throw notSaved('Save this file first. Then Gesso can show it in its folder.');
        }
        if (!(await isFile(path))) {
          throw notSaved('The saved file was moved or deleted. Save it again to show it.');
        }
        ports.showInFolder(path);
        return { kind: 'shown' };
      }),
      /** Saves an answer that could not become a result. */
      saveKeptAnswer: os.jobs.saveKeptAnswer.handler(({ input }) => {
        const job = jobs.get(input.jobId);
        if (job?.answerFileId === undefined) {
          throw notFound('This run has no saved answer.');
        }
        const { path: kept, mediaType } = files.get(job.answerFileId);
        const known = Object.values(SAVED_FORMATS).find((format) => format.mediaType === mediaType);
        return saveByHost(ports, {
          suggestedName: `${safeStem(jobTitle(job))}_answer.${known?.extension ?? 'bin'}`,
          mediaType,
          write: (path) => copyOut(kept, path),
        });
      }),
    },
    findClip: os.video.findClip.handler(({ input }) => jobs.outputOfFile(input.hash) ?? null),
    fromOutput: os.photos.fromOutput.handler(({ input: { purpose, ...output } }) => {
      const { file, name } = find(output);
      if (!file.mediaType.startsWith('image/')) {
        throw new AppError(
          'unsupported-file',
          `“${name}” is a video. Only pictures open as photos.`,
        );
      }
      return deps.photos.import(createReadStream(file.path), name, purpose);
    }),
  };
}

function notSaved(message: string): AppError {
  return notFound(message, { action: 'save-first' });
}

/** Excludes a link that replaced the file that Gesso wrote. */
async function isFile(path: string): Promise<boolean> {
  return await lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** `<photo or task>_<operation>_<settings>_<number>.<extension by content>`. */
export function outputName(job: StoredJob, output: number, mediaType: string): string {
  const ending = `_${NAMES[job.kind]}${settingsOf(job)}_${output + 1}`;
  const stem = safeFileStem(jobTitle(job), (title) => `${title}${ending}`);
  return `${stem}.${extensionOf(mediaType)}`;
}

function extensionOf(mediaType: string): string {
  if (mediaType === SAVED_FORMATS.tiff.mediaType) return SAVED_FORMATS.tiff.extension;
  const kind = MEDIA_KINDS.find((each) => MEDIA_TYPES[each] === mediaType);
  return kind === 'jpeg' ? 'jpg' : (kind ?? 'bin');
}

export function settingsOf({ request, findings }: StoredJob): string {
  if (request.kind === 'upscale') {
    const { upscaler, size } = request.parameters;
    const wish = size.mode === 'factor' ? `${size.factor}x` : `${size.width}x${size.height}`;
    return `_${upscaler.replaceAll(/\s+/gu, '-')}_${wish}`;
  }
  if (request.kind !== 'video') return '';
  return tellingSettings(request.parameters, findings.seed)
    .map((each) => `_${each.join('-')}`)
    .join('');
}

const NAMES: Readonly<Record<JobKindName, string>> = {
  cleanup: 'cleanup',
  'remove-text': 'text_removed',
  'merge-face': 'face_merged',
  upscale: 'upscaled',
  video: 'video',
  'training-upload': 'training',
  watch: 'result',
};
