import { afterEach, expect, it, vi } from 'vitest';
import { MAX_PICTURE_FILE_BYTES } from '../../../shared/files/file-size.ts';
import { addRecipeFile, addTrainingFile, importPicture, uploadFile } from './media.ts';

const DESCRIBED = { name: 'scan.tif', folder: '', byteLength: 5, modifiedAt: 0 };

afterEach(() => void vi.unstubAllGlobals());

function fileOf(byteLength: number): File {
  const file = new File([], 'scan.tif');
  Object.defineProperty(file, 'size', { value: byteLength });
  return file;
}

it('refuses a file over 1 GB by its size, without sending a byte', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetched);
  await expect(importPicture(fileOf(MAX_PICTURE_FILE_BYTES + 1))).rejects.toMatchObject({
    kind: 'too-large',
    message: '“scan.tif” is larger than 1 GB. Gesso can’t open files of this size.',
  });
  expect(fetched).not.toHaveBeenCalled();
});

it('sends a file of exactly 1 GB', async () => {
  vi.stubGlobal('location', { protocol: 'http:' });
  const fetched = vi.fn(() => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetched);
  await importPicture(fileOf(MAX_PICTURE_FILE_BYTES)).catch(() => undefined); // no photo in answer
  expect(fetched).toHaveBeenCalledOnce();
});

it('refuses an empty file by its name, without a request', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetched);
  const sent = [
    importPicture(fileOf(0)),
    uploadFile(fileOf(0)),
    addTrainingFile(fileOf(0), DESCRIBED, new AbortController().signal),
    addRecipeFile('run', fileOf(0), DESCRIBED, new AbortController().signal),
  ];
  for (const each of sent) {
    await expect(each).rejects.toMatchObject({
      kind: 'unsupported-file',
      message: '“scan.tif” is empty (0 bytes). Copy or download it again.',
    });
  }
  expect(fetched).not.toHaveBeenCalled();
});

it('cancels an upload by its name', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    asked.push(url);
    if (signal == null) return Promise.resolve(new Response(null, { status: 204 }));
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  const controller = new AbortController();
  const done = addTrainingFile(fileOf(5), DESCRIBED, controller.signal);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  controller.abort();
  await expect(done).rejects.toThrow();
  const upload = /upload=([\w-]+)$/u.exec(asked[0] ?? '')?.[1];
  expect(asked[1]).toBe(`/media/cancelled-uploads/${upload}`);
});

it.each([
  ['by its path in a window of Gesso’s own', 'app:', true, { placed: true, hasBody: false }],
  ['with its bytes when it has no path', 'app:', false, { placed: false, hasBody: true }],
  ['with its bytes in a browser', 'http:', true, { placed: false, hasBody: true }],
])('S19 sends a large file %s', async (_how, protocol, isPlaced, expected) => {
  const page = new EventTarget();
  const messages: unknown[] = [];
  const self = Object.assign(page, {
    postMessage(message: { readonly upload: string; readonly files: readonly File[] }) {
      messages.push(message);
      const data = { type: 'gesso:upload-placed', upload: message.upload, isPlaced };
      page.dispatchEvent(Object.assign(new Event('message'), { data, source: self }));
    },
  });
  vi.stubGlobal('window', self);
  vi.stubGlobal('location', { protocol, origin: 'app://gesso' });
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetched);
  await importPicture(fileOf(20_000_000)).catch(() => undefined); // no photo in the answer
  const [url = '', init = {}] = fetched.mock.calls[0] ?? [];
  expect({ placed: url.endsWith('&placed=1'), hasBody: init.body !== undefined }).toEqual(expected);
  expect(messages).toHaveLength(protocol === 'app:' ? 1 : 0);
});
