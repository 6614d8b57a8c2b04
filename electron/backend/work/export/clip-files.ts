/** Checks posters, frames and ranges of clips from the window before they are stored. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { SNIFF_BYTES, sniffMediaKind } from '../../../../shared/api/media-kind.ts';
import { unpackFrames } from '../../../../shared/clips/frame-pack.ts';
import { MOST_CLIP_FRAMES } from '../../../../shared/clips/frame-times.ts';
import type { ClipPart } from '../../../../shared/contract/clips.ts';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import { safeFileStem } from '../../../../shared/export/file-names.ts';
import { outgoingUrl } from '../../../../shared/media.ts';
import type { JobHistory } from '../jobs/log/job-history.ts';
import { jobTitle } from '../jobs/log/job-rows.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { FileStore, StoredFile } from '../../library/file-store.ts';
import { copyOut } from '../../service/common/copy-out.ts';
import { os } from '../../service/common/procedures.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { attachToPng } from '../../vision/imaging/writing/embed-metadata.ts';
import { encodeGif } from '../../vision/imaging/writing/encode-gif.ts';
import { outputName, settingsOf } from './job-output-files.ts';
import type { PreparedFiles } from './prepared-files.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import { readPictureHeader } from '../../vision/imaging/reading/open-picture.ts';
import { once } from '../../service/common/once.ts';

export const CLIP_FILES = {
  posterBytes: 4_000_000,
  posterSide: 1024,
  /** Bytes of a frame, pair or film, or of a GIF's frames. */
  partBytes: 256_000_000,
  /** Pixels of a saved frame or pair: four frames of 4096 × 4096. */
  pixels: 4 * 4096 ** 2,
} as const;

interface PartFrames {
  readonly first: number;
  readonly last: number;
}

export type ClipFiles = ReturnType<typeof createClipFiles>;

export function createClipFiles(deps: {
  readonly jobs: JobStore;
  readonly history: Pick<JobHistory, 'takePoster'>;
  readonly files: FileStore;
  readonly prepared: PreparedFiles;
  readonly ports: Pick<HostPorts, 'saveFile' | 'startDrag'>;
  readonly folder: () => string | undefined;
}) {
  const { jobs, files, prepared, ports } = deps;

  /** SECURITY: S40 posters and parts belong to an existing clip. */
  function find(output: OutputReference) {
    const job = jobs.get(output.jobId);
    const found = jobs.output(output);
    if (job === undefined || found === undefined) {
      throw notFound('This clip is no longer in the library.');
    }
    const file = files.get(found.fileId);
    if (!isMoving(file)) throw refused('This file is not a clip.');
    return { job, file, poster: found.posterFileId };
  }

  return {
    /** @throws AppError `not-found`, `unsupported-file`, `too-large`, `disk-full`, `storage` */
    async takePoster(output: OutputReference, bytes: Uint8Array): Promise<void> {
      find(output);
      const staged = await files.stage(once(await markedStill(bytes)));
      const { id } = await files.commit(staged, 'image/png');
      deps.history.takePoster(output, id);
    },
    /** @throws AppError as `takePoster` */
    async savePart(
      output: OutputReference,
      part: ClipPart,
      frames: PartFrames,
      bytes: Uint8Array,
    ): Promise<SaveOutcome> {
      const { job } = find(output);
      const file = await checkedPart(part, bytes);
      return await saveByHost(ports, {
        suggestedName: partName(job, output.output, part, frames),
        mediaType: PART_TYPES[part].mediaType,
        folder: deps.folder(),
        write: (path) => writeFile(path, file, { flag: 'wx' }),
      });
    },
    prepareDrag: os.clips.prepareDrag.handler(async ({ input }) => {
      const { job, file, poster } = find(input);
      const name = outputName(job, input.output, file.mediaType);
      const icon = poster === undefined ? undefined : files.get(poster).path;
      const { id } = await prepared.prepare({
        key: `clip ${file.id} ${name}`,
        // A GIF is its own icon; a film has its poster.
        icon: icon ?? (file.mediaType.startsWith('image/') ? file.path : undefined),
        name,
        mediaType: file.mediaType,
        // A copy, not a hard link: the other program may write into it.
        write: (path) => copyOut(file.path, path),
      });
      const byHost = ports.startDrag !== undefined;
      return { id, name, mediaType: file.mediaType, url: outgoingUrl(id), byHost };
    }),
  };
}

const PART_TYPES: Readonly<
  Record<ClipPart, { readonly extension: string; readonly mediaType: string }>
> = {
  frame: { extension: 'png', mediaType: 'image/png' },
  pair: { extension: 'png', mediaType: 'image/png' },
  mp4: { extension: 'mp4', mediaType: 'video/mp4' },
  gif: { extension: 'gif', mediaType: 'image/gif' },
};

function isMoving({ mediaType }: StoredFile): boolean {
  return mediaType.startsWith('video/') || ['image/gif', 'image/webp'].includes(mediaType);
}

/** Marks it as Gesso's own, so that rebuilding a library doesn't import it as a photo. */
async function markedStill(bytes: Uint8Array): Promise<Buffer> {
  const kind = sniffMediaKind(bytes.subarray(0, SNIFF_BYTES));
  if (kind !== 'webp' && kind !== 'png') throw refused('A still is a WebP or PNG picture.');
  const { width, height, pages = 1 } = await headerOf(bytes);
  if (pages !== 1) throw refused('A still has one frame.');
  if (Math.max(width, height) > CLIP_FILES.posterSide) throw tooLarge();
  return attachToPng(await sharp(bytes).png().toBuffer(), { isGessosOwn: true });
}

/** SECURITY: S40 the content decides the file type. @returns the bytes to write */
async function checkedPart(part: ClipPart, bytes: Uint8Array): Promise<Uint8Array> {
  const kind = sniffMediaKind(bytes.subarray(0, SNIFF_BYTES));
  switch (part) {
    case 'mp4':
      if (kind !== 'mp4') throw refused('This is not an MP4 file.');
      return bytes;
    case 'gif':
      return await encodeGif(framesIn(bytes));
    case 'frame':
    case 'pair': {
      if (kind !== 'png') throw refused('This is not a PNG picture.');
      const { width, height } = await headerOf(bytes);
      if (width * height > CLIP_FILES.pixels) throw tooLarge();
      return bytes;
    }
  }
}

function framesIn(bytes: Uint8Array) {
  try {
    return unpackFrames(bytes, MOST_CLIP_FRAMES);
  } catch (cause) {
    throw refused('The frames of the GIF are not valid.', cause);
  }
}

async function headerOf(bytes: Uint8Array) {
  try {
    return await readPictureHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (cause) {
    throw refused('This picture can’t be read.', cause);
  }
}

/** E.g. `<title>_video_1_frame_012.png`, `<title>_video_1_frames_003-010.mp4`, from 1. */
function partName(
  job: StoredJob,
  output: number,
  part: ClipPart,
  { first, last }: PartFrames,
): string {
  const number = (frame: number) => String(frame + 1).padStart(3, '0');
  const frames =
    first === last ? `frame_${number(first)}` : `frames_${number(first)}-${number(last)}`;
  const ending =
    part === 'pair'
      ? `_compared_${number(first)}`
      : `_video${settingsOf(job)}_${output + 1}_${frames}`;
  const stem = safeFileStem(jobTitle(job), (title) => `${title}${ending}`);
  return `${stem}.${PART_TYPES[part].extension}`;
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('unsupported-file', message, { cause });
}

function tooLarge(): AppError {
  return new AppError('too-large', 'This picture is too large.');
}
