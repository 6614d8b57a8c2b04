/** Pictures for the clipboard or another program, served under an opaque id. */
import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { SAVED_FORMATS, savedName } from '../../../../shared/export/saved-name.ts';
import { outgoingUrl } from '../../../../shared/media.ts';
import { encodePhoto, type ExportOptions } from '../../vision/imaging/writing/export-photo.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { os } from '../../service/common/procedures.ts';
import { withDamageReport } from '../../library/damage-report.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { PhotoWriter } from './photo-writer.ts';
import { servedFile, type PreparedFiles } from './prepared-files.ts';
import { openShown } from '../../vision/imaging/reading/open-picture.ts';

const ICON_SIDE = 96;

const LOSSLESS: ExportOptions = { format: 'png', quality: 100, lossless: true };

export interface OutgoingFile {
  readonly path: string;
  readonly byteLength: number;
  readonly mediaType: string;
}

export function createPictureOut(deps: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly files: FileStore;
  readonly writer: PhotoWriter;
  readonly prepared: PreparedFiles;
  readonly ports: Pick<HostPorts, 'startDrag'>;
}) {
  const { photos, patches, writer, prepared, ports } = deps;
  const procedures = {
    prepareCopy: os.export.prepareCopy.handler(({ input: { photoId } }) =>
      withDamageReport(deps, photoId, async () => {
        const source = photos.source(photoId);
        const { id } = await prepared.prepare({
          photoId,
          key: `copy ${writer.key(photoId, LOSSLESS)}`,
          name: 'copy.png',
          mediaType: 'image/png',
          async write(path) {
            const png = await encodePhoto(source, patches.applied(photoId), LOSSLESS);
            await writeForClipboard(png, path);
          },
        });
        return { url: outgoingUrl(id) };
      }),
    ),
    prepareDrag: os.export.prepareDrag.handler(({ input: options }) =>
      withDamageReport(deps, options.photoId, async () => {
        const { photoId } = options;
        const format = writer.formatOf(photoId, options.format);
        const { mediaType } = SAVED_FORMATS[format];
        const name = savedName(photos.row(photoId), format, options);
        const { id } = await prepared.prepare({
          photoId,
          key: `drag ${name} ${writer.key(photoId, options)}`,
          name,
          mediaType,
          write: (path) => writer.write(photoId, options, path),
        });
        return { id, name, mediaType, url: outgoingUrl(id), byHost: ports.startDrag !== undefined };
      }),
    ),
    startDrag: os.export.startDrag.handler(async ({ input }) => {
      const { path, photoId, icon } = await prepared.find(input.id);
      // From the photo, because the file may be in a layered format.
      const shown = photoId === undefined ? icon : photos.source(photoId).path;
      const picture = shown === undefined ? noIcon() : await openShown(shown);
      ports.startDrag?.({
        path,
        icon: await picture.resize(ICON_SIDE, ICON_SIDE, { fit: 'inside' }).png().toBuffer(),
      });
    }),
  };
  return {
    procedures,
    file: (id: string): Promise<OutgoingFile> => servedFile(prepared, id),
  };
}

/** The clipboard keeps no profile, so the numbers must be sRGB. */
export async function writeForClipboard(picture: Buffer, path: string): Promise<void> {
  const shown = await openShown(picture);
  await writeFile(path, await shown.png({ compressionLevel: 1 }).toBuffer());
}

/** A grey frame, because the system refuses to drag without an icon. */
function noIcon(): Sharp {
  const create = {
    width: ICON_SIDE,
    height: ICON_SIDE,
    channels: 3,
    background: '#808080',
  } as const;
  return sharp({ create });
}
