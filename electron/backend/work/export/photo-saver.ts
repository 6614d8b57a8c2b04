import { constants } from 'node:fs';
import { copyFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  saveOptionsSchema,
  type SaveOptions,
  type SaveOutcome,
} from '../../../../shared/contract/export.ts';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { safeStem } from '../../../../shared/export/file-names.ts';
import { SAVED_FORMATS, savedName } from '../../../../shared/export/saved-name.ts';
import { encodeMaskPng, maskPixels } from '../../vision/imaging/sent/mask-picture.ts';
import type { FileStore } from '../../library/file-store.ts';
import type { MaskStore } from '../../library/mask-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import type { HostPorts, SaveFileRequest } from '../../service/common/ports.ts';
import { withDamageReport } from '../../library/damage-report.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import { os } from '../../service/common/procedures.ts';
import type { PhotoWriter } from './photo-writer.ts';
import type { PreparedFiles } from './prepared-files.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { DatabaseSync } from 'node:sqlite';
import { createSql, createRowReader, storedJson } from '../../library/row-values.ts';

interface LastSave {
  readonly options: SaveOptions;
  readonly place: SavedPlace | undefined;
}

const toPlace = createRowReader({ path: String, byteLength: Number, modifiedAt: Number });
type SavedPlace = ReturnType<typeof toPlace>;

/** SECURITY: S35 paths come from the host's dialog or folder; the page never sees one. */
function createLastSaves(database: DatabaseSync) {
  const sql = createSql(database);
  return {
    of(photoId: string): LastSave | undefined {
      const row = sql.get`SELECT * FROM photo_saves WHERE photo_id = ${photoId}`;
      const options = storedJson(saveOptionsSchema, row?.['options']);
      // Saved by a version with other options: the user is asked.
      if (row === undefined || options === undefined) return undefined;
      return { options, place: row['path'] === null ? undefined : toPlace(row) };
    },
    /** @param path absolute, of the file just written; `undefined` if the host doesn't say */
    async set(options: SaveOptions, path: string | undefined): Promise<void> {
      const facts = path === undefined ? undefined : await stat(path).catch(() => undefined);
      sql.upsert(
        'photo_saves',
        { photoId: options.photoId },
        { options, path: facts && path, byteLength: facts?.size, modifiedAt: facts?.mtimeMs },
      );
    },
  };
}

/** @returns `changed` if another program wrote the file, `gone` if its folder is missing */
async function stateOfPlace(place: SavedPlace): Promise<'free' | 'changed' | 'gone'> {
  const facts = await stat(place.path).catch(() => undefined);
  if (facts === undefined) {
    const folder = await stat(dirname(place.path)).catch(() => undefined);
    return folder?.isDirectory() === true ? 'free' : 'gone';
  }
  const isOurs = facts.size === place.byteLength && facts.mtimeMs === place.modifiedAt;
  return isOurs ? 'free' : 'changed';
}

export function saverProcedures(deps: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly masks: MaskStore;
  readonly files: FileStore;
  readonly writer: PhotoWriter;
  /** Has files that were encoded to show their size. */
  readonly prepared: PreparedFiles;
  readonly database: DatabaseSync;
  readonly log: (line: string) => void;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  /** The default folder; `undefined` to ask the user. */
  readonly folder: () => string | undefined;
}) {
  const { photos, masks, writer, prepared, ports, folder } = deps;
  const lastSaves = createLastSaves(deps.database);

  async function write(options: SaveOptions, path: string): Promise<void> {
    const made = await prepared.known(sizeKey(options))?.catch(() => undefined);
    if (made === undefined) await writer.write(options.photoId, options, path);
    else await copyFile(made.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }

  function sizeKey(options: SaveOptions): string {
    return `size ${writer.key(options.photoId, options)}`;
  }

  async function saveIn(
    options: SaveOptions,
    place: Pick<SaveFileRequest, 'folder' | 'replace'>,
  ): Promise<SaveOutcome> {
    const format = writer.formatOf(options.photoId, options.format);
    let path: string | undefined;
    const outcome = await saveByHost(
      ports,
      {
        suggestedName: savedName(photos.row(options.photoId), format, options),
        mediaType: SAVED_FORMATS[format].mediaType,
        ...place,
        write: (file) => write(options, file),
      },
      (saved) => (path = saved),
    );
    if (outcome.kind !== 'cancelled') {
      await lastSaves.set({ ...options, format }, path).catch((error: unknown) => {
        deps.log(`last save: ${toAppError(error).message}`);
      });
    }
    return outcome;
  }

  return {
    save: os.export.save.handler(({ input }) =>
      withDamageReport(deps, input.photoId, () => saveIn(input, { folder: folder() })),
    ),
    saveAgain: os.export.saveAgain.handler(({ input: { photoId } }) =>
      withDamageReport(deps, photoId, async () => {
        const last = lastSaves.of(photoId);
        if (last === undefined) return { kind: 'ask', reason: 'unsaved' } as const;
        const { options, place } = last;
        if (place === undefined) return await saveIn(options, { folder: folder() });
        const state = await stateOfPlace(place);
        if (state === 'free') return await saveIn(options, { replace: place.path });
        return { kind: 'ask', reason: state, name: basename(place.path) } as const;
      }),
    ),
    expectedSize: os.export.expectedSize.handler(({ input }) =>
      withDamageReport(deps, input.photoId, async () => {
        const { photoId } = input;
        const format = writer.formatOf(photoId, input.format);
        const { extension, mediaType } = SAVED_FORMATS[format];
        const { path } = await prepared.prepare({
          photoId,
          key: sizeKey(input),
          name: `expected.${extension}`,
          mediaType,
          write: (file) => writer.write(photoId, input, file),
        });
        return { byteLength: (await stat(path)).size };
      }),
    ),
    saveMask: os.export.saveMask.handler(({ input: { photoId } }) => {
      const { name, width, height } = photos.row(photoId);
      return saveByHost(ports, {
        suggestedName: `${safeStem(name)}_mask.png`,
        mediaType: 'image/png',
        folder: folder(),
        async write(path) {
          const pixels = maskPixels(masks.read(photoId), { x: 0, y: 0, width, height });
          await writeFile(path, await encodeMaskPng(pixels, width, height));
        },
      });
    }),
  };
}
