/** Fetches only the newest preview of each task. Optional, so failures are ignored. */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MEDIA_TYPES, sniffMediaKind, SNIFF_BYTES } from '../../../../../shared/api/media-kind.ts';
import { AppError, toAppError, notFound } from '../../../../../shared/errors/app-error.ts';
import { previewUrl } from '../../../../../shared/media.ts';
import type { ServedFile } from '../../../library/served-file.ts';
import type { ServiceClient } from '../../../service/client/index.ts';

const PREVIEWS = {
  /** Largest preview, bytes; smaller than a result. */
  mostBytes: 8_000_000,
  accept: ['png', 'jpeg', 'webp'],
} as const;

export type JobPreviews = ReturnType<typeof createJobPreviews>;

interface Wanted {
  readonly client: Pick<ServiceClient, 'download'>;
  readonly source: string;
}

/** @param deps.folder absolute; emptied first */
export function createJobPreviews(deps: {
  readonly folder: string;
  readonly log: (line: string) => void;
  onNew(jobId: string, url: string): void;
}) {
  const wanted = new Map<string, Wanted>();
  const seen = new Map<string, string>();
  const types = new Map<string, string>();
  const closing = new AbortController();
  const ready = rm(deps.folder, { recursive: true, force: true })
    .then(() => mkdir(deps.folder, { recursive: true, mode: 0o700 }))
    .catch((error: unknown) => deps.log(`previews: ${toAppError(error).message}`));
  let number = 0;
  let work: Promise<void> | undefined;

  const pathOf = (jobId: string): string => join(deps.folder, jobId);

  async function fetchAll(): Promise<void> {
    await ready;
    for (;;) {
      const [next] = wanted;
      if (next === undefined || closing.signal.aborted) return;
      const [jobId, { client, source }] = next;
      wanted.delete(jobId);
      try {
        const type = await fetchOne(jobId, client, source);
        if (!seen.has(jobId)) {
          await rm(pathOf(jobId), { force: true }); // The task ended meanwhile.
          continue;
        }
        types.set(jobId, type);
        number += 1;
        deps.onNew(jobId, previewUrl(jobId, number));
      } catch (error) {
        deps.log(`preview of ${jobId} left out: ${toAppError(error).kind}`);
      }
    }
  }

  async function fetchOne(
    jobId: string,
    client: Pick<ServiceClient, 'download'>,
    source: string,
  ): Promise<string> {
    if (isAddress(source)) {
      const { mediaType } = await client.download(source, {
        answerPath: pathOf(jobId),
        maxBytes: PREVIEWS.mostBytes,
        accept: PREVIEWS.accept,
        signal: closing.signal,
        jobId,
      });
      return mediaType;
    }
    const bytes = Buffer.from(source.replace(/^data:[^,]*,/u, ''), 'base64');
    const kind = sniffMediaKind(bytes.subarray(0, SNIFF_BYTES));
    if (!PREVIEWS.accept.some((accepted) => accepted === kind) || kind === undefined) {
      throw new AppError('bad-answer', 'A preview is not a picture.');
    }
    await writeFile(pathOf(jobId), bytes, { mode: 0o600 });
    return MEDIA_TYPES[kind];
  }

  return {
    /** Takes addresses or base64 from an answer. Returns immediately. */
    take(
      jobId: string,
      client: Pick<ServiceClient, 'download'>,
      previews: readonly string[],
    ): void {
      const source = previews.at(-1);
      if (source === undefined || closing.signal.aborted || seen.get(jobId) === source) return;
      if (!isAddress(source) && source.length > (PREVIEWS.mostBytes * 4) / 3) return;
      seen.set(jobId, source);
      wanted.set(jobId, { client, source });
      work ??= fetchAll().finally(() => {
        work = undefined;
      });
    },
    async file(jobId: string): Promise<ServedFile> {
      const mediaType = types.get(jobId);
      if (mediaType === undefined) {
        throw notFound('This preview is no longer here.');
      }
      const path = pathOf(jobId);
      return { path, mediaType, byteLength: (await stat(path)).size };
    },
    forget(jobId: string): void {
      wanted.delete(jobId);
      seen.delete(jobId);
      if (!types.delete(jobId)) return;
      rm(pathOf(jobId), { force: true }).catch(() => undefined); // The next start empties the folder.
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.all([ready, work]);
    },
  };
}

function isAddress(source: string): boolean {
  return /^https?:\/\//iu.test(source);
}
