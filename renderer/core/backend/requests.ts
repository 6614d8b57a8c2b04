/**
 * Requests to the media handler. Uploads have a name, by which they can be cancelled. In Gesso's
 * own window, large files are sent by path, which the preload tells the program and the page never
 * learns.
 */
import { appErrorSchema } from '../../../shared/contract/common.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { cancelledUploadUrl, namedUpload } from '../../../shared/media.ts';
import { hasOwnWindow } from './transport.ts';

/** Bytes from which files are sent by path, since Electron would hold them in memory twice. */
const LARGE = 16_000_000;

/** Types of messages that the preload knows (`electron/host/port-messages.ts`). */
const UPLOAD_TYPE = 'gesso:upload';
const UPLOAD_PLACED_TYPE = 'gesso:upload-placed';

/**
 * @returns the answer to the POST
 * @throws AppError `unsupported-file` for an empty file, other errors of the backend, or
 * `unreachable`; the signal's reason
 */
export async function send(url: string, file: Blob, signal?: AbortSignal): Promise<Response> {
  if (file.size === 0) throw emptyFile(file);
  const upload = crypto.randomUUID();
  const isLarge = file instanceof File && file.size >= LARGE;
  const isPlaced = isLarge && hasOwnWindow() && (await place(file, upload));
  signal?.throwIfAborted();
  // under Electron, the program does not learn that a request was aborted
  const takeBack = () =>
    void request(cancelledUploadUrl(upload), { method: 'POST' }).catch(() => undefined); // without a backend there is no upload left
  signal?.addEventListener('abort', takeBack);
  try {
    return await request(namedUpload(url, upload, isPlaced), {
      method: 'POST',
      ...(isPlaced ? {} : { body: file }),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    signal?.removeEventListener('abort', takeBack);
  }
}

function emptyFile(file: Blob): AppError {
  const name = file instanceof File ? `“${file.name}”` : 'The file';
  return new AppError({
    kind: 'unsupported-file',
    message: `${name} is empty (0 bytes). Copy or download it again.`,
    action: 'choose-other-file',
  });
}

/** @returns false for a file that is not on the disk, such as a pasted picture */
function place(file: File, upload: string): Promise<boolean> {
  return new Promise((resolve) => {
    const listeners = new AbortController();
    window.addEventListener(
      'message',
      ({ source, data }: MessageEvent<unknown>) => {
        if (source !== window || typeof data !== 'object' || data === null) return;
        if (!('type' in data) || data.type !== UPLOAD_PLACED_TYPE) return;
        if (!('upload' in data) || data.upload !== upload) return;
        listeners.abort();
        resolve('isPlaced' in data && data.isPlaced === true);
      },
      { signal: listeners.signal },
    );
    window.postMessage({ type: UPLOAD_TYPE, upload, files: [file] }, location.origin);
  });
}

/** @throws AppError of the backend, or `unreachable` */
export async function request(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new AppError(
      {
        kind: 'unreachable',
        message: 'Connection to Gesso lost. Check that the program is still running.',
        action: 'retry',
      },
      { cause: error },
    );
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = appErrorSchema.safeParse(
    typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined,
  );
  throw new AppError(
    parsed.success
      ? parsed.data
      : {
          kind: 'unexpected',
          message: 'Gesso did not respond as expected. Try again.',
          details: { status: response.status },
        },
  );
}
