import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { safeFileStem } from '../../../../shared/export/file-names.ts';
import { outgoingUrl } from '../../../../shared/media.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { os } from '../../service/common/procedures.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import { writeForClipboard } from './picture-out.ts';
import type { PreparedFiles } from './prepared-files.ts';

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/gif', 'gif'],
]);

/** Addresses are those of `shared/media.ts`. */
export function shownPictureProcedures(deps: {
  /** The page's own handler, so that nothing is reachable that the page could not read. */
  readonly media: (request: Request) => Promise<Response>;
  readonly prepared: PreparedFiles;
  readonly folder: () => string | undefined;
  readonly ports: Pick<HostPorts, 'saveFile'>;
}) {
  const { media, prepared, folder, ports } = deps;

  async function open(url: string) {
    const response = await media(new Request(new URL(url, 'http://gesso.invalid')));
    if (!response.ok) {
      const { error } = (await response.json()) as { readonly error: AppErrorData };
      throw AppError.of(error);
    }
    const mediaType = response.headers.get('content-type') ?? '';
    const extension = EXTENSIONS.get(mediaType);
    const { body } = response;
    if (extension !== undefined && body !== null) return { mediaType, extension, body };
    await body?.cancel();
    throw new AppError('unsupported-file', 'There is no picture here.');
  }

  return {
    prepareCopyOf: os.export.prepareCopyOf.handler(async ({ input: { url } }) => {
      const { id } = await prepared.prepare({
        // The same address may have other bytes by now, so it is never cached.
        key: `copy ${url} ${performance.now()}`,
        name: 'copy.png',
        mediaType: 'image/png',
        async write(path) {
          const { body } = await open(url);
          await writeForClipboard(Buffer.from(await new Response(body).arrayBuffer()), path);
        },
      });
      return { url: outgoingUrl(id) };
    }),
    saveShown: os.export.saveShown.handler(async ({ input: { url, name } }) => {
      const { mediaType, extension, body } = await open(url);
      let isWritten = false;
      try {
        return await saveByHost(ports, {
          suggestedName: safeFileStem(name, (stem) => `${stem}.${extension}`),
          mediaType,
          folder: folder(),
          async write(path) {
            isWritten = true;
            await pipeline(body, createWriteStream(path, { flags: 'wx' }));
          },
        });
      } finally {
        if (!isWritten) await body.cancel();
      }
    }),
  };
}
