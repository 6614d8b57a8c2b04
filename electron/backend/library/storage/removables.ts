/** Deletes what can be freed. The only copy of something goes only after confirmation. */
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import type { JobSelection } from '../../../../shared/contract/jobs.ts';
import type { CleanedKind } from '../../../../shared/contract/storage.ts';
import { transaction } from '../database.ts';
import { PRACTICE_ID } from '../practice-id.ts';
import { sparableBackups } from './kept-databases.ts';
import { createSql, storedList, toBoolean } from '../row-values.ts';

interface Found {
  readonly removable: readonly string[];
  readonly onlyHere: readonly string[];
}

export type Removables = ReturnType<typeof createRemovables>;

/** Age of old conversations, ms. */
const OLD_CONVERSATION = 90 * 24 * 60 * 60 * 1000;
const AT_ONCE = 500;

/** Starred ones stay. */
const ENDED_JOBS = `SELECT jobs.id, count(*) > count(saved_path) AS is_only_here,
    json_group_array(saved_path) AS saved_paths
  FROM jobs JOIN job_outputs ON job_id = jobs.id
  WHERE kind = ? AND ended_at IS NOT NULL AND removed_at IS NULL AND stars = 0 GROUP BY jobs.id`;

/** Only photos of the Studio: other screens and recipes manage theirs. */
const STUDIO_PHOTOS = `SELECT photos.id, coalesce((SELECT photo_saves.modified_at FROM photo_saves
    WHERE photo_saves.photo_id = photos.id AND path IS NOT NULL), 0)
    < coalesce((SELECT max(max(created_at, looked_at)) FROM patches WHERE patches.photo_id = photos.id), 1) AS is_only_here,
    json_array((SELECT path FROM photo_saves WHERE photo_saves.photo_id = photos.id)) AS saved_paths
  FROM photos WHERE EXISTS
    (SELECT 1 FROM photo_purposes WHERE photo_purposes.photo_id = photos.id AND purpose = 'studio')
  AND NOT EXISTS
    (SELECT 1 FROM photo_purposes WHERE photo_purposes.photo_id = photos.id AND purpose <> 'studio')`;

/** Texts that contain ids of photos in use. */
const USING_TEXTS = `SELECT pictures AS text FROM messages WHERE pictures <> '[]'
  UNION ALL SELECT source_photo_id FROM recipe_files WHERE source_photo_id IS NOT NULL
    AND state NOT IN ('done', 'stopped', 'left-out')
  UNION ALL SELECT photo_id FROM jobs WHERE photo_id IS NOT NULL AND ended_at IS NULL
  UNION ALL SELECT request FROM jobs WHERE ended_at IS NULL OR (removed_at IS NULL AND kind <> 'cleanup')`;

const LOST_BILLS = `SELECT rowid AS id FROM bill_units WHERE connection_id <> '${PRACTICE_ID}'
  AND connection_id NOT IN (SELECT id FROM connections)`;

function* pieces(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE);
}

/** Asks a folder once: on a disk that is gone, each of thousands of files would take seconds. */
function createFileCheck(): (path: string) => boolean {
  const folders = new Map<string, boolean>();
  return (path) => {
    const place = dirname(path);
    const isFolderThere = folders.get(place) ?? existsSync(place);
    folders.set(place, isFolderThere);
    return isFolderThere && existsSync(path);
  };
}

export function createRemovables(deps: {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly photos: { remove(photoId: string): void };
  readonly files: { release(fileIds: readonly string[]): void };
  readonly decoded: { clear(): Promise<number>; count(): number };
  readonly history: {
    remove(selection: JobSelection): readonly string[];
    restore(selection: JobSelection): readonly string[];
  };
  readonly conversations: {
    remove(ids: readonly string[]): void;
    restore(ids: readonly string[]): void;
  };
  /** Everything that screens have open, as text. */
  readonly openText: () => string;
  readonly now: () => number;
}) {
  const { database, folder, history, conversations } = deps;
  const undoable = new Map<string, () => void>();

  function split(rows: readonly Record<string, unknown>[]): Found {
    const isThere = createFileCheck();
    const found: Record<keyof Found, string[]> = { removable: [], onlyHere: [] };
    for (const { id, is_only_here: isUnsaved, saved_paths: saved } of rows) {
      const isSaved = !toBoolean(isUnsaved) && storedList(z.string(), saved).every(isThere);
      found[isSaved ? 'removable' : 'onlyHere'].push(String(id));
    }
    return found;
  }

  /** @param ids default: all */
  function photos(ids?: readonly string[]): Found {
    const used = [
      deps.openText(),
      ...database
        .prepare(USING_TEXTS)
        .all()
        .map(({ text }) => String(text)),
    ].join('\n');
    const rows =
      ids === undefined
        ? database.prepare(STUDIO_PHOTOS).all()
        : database
            .prepare(`${STUDIO_PHOTOS} AND photos.id IN (SELECT value FROM json_each(?))`)
            .all(JSON.stringify(ids));
    return split(rows.filter(({ id }) => !used.includes(String(id))));
  }

  function find(kind: Exclude<CleanedKind, 'caches'>): Found {
    switch (kind) {
      case 'photos':
        return photos();
      case 'clips':
        return split(database.prepare(ENDED_JOBS).all('video'));
      case 'enlargements':
        return split(database.prepare(ENDED_JOBS).all('upscale'));
      case 'conversations': {
        const rows = database
          .prepare(
            'SELECT id FROM conversations WHERE removed_at IS NULL AND is_pinned = 0 AND changed_at < ?',
          )
          .all(deps.now() - OLD_CONVERSATION);
        return { removable: [], onlyHere: rows.map(({ id }) => String(id)) };
      }
      case 'bills': {
        const rows = database.prepare(LOST_BILLS).all();
        return { removable: [], onlyHere: rows.map(({ id }) => String(id)) };
      }
      case 'backups': {
        const { automatic, setAside } = sparableBackups(folder);
        return { removable: automatic, onlyHere: setAside };
      }
    }
  }

  /** Lets other work go on between the pieces. @returns how many there were */
  async function removePhotos(ids: readonly string[], withOnlyHere: boolean): Promise<number> {
    const sql = createSql(database);
    let removed = 0;
    for (const piece of pieces(ids)) {
      await turn();
      const { removable, onlyHere } = photos(piece); // Some may have been opened meanwhile.
      const now = withOnlyHere ? [...removable, ...onlyHere] : removable;
      const released = sql.all`SELECT original_file_id AS a, display_file_id AS b,
        thumbnail_file_id AS c FROM photos
        WHERE id IN (SELECT value FROM json_each(${now}))`.flatMap((row) => Object.values(row));
      transaction(database, () => {
        for (const id of now) deps.photos.remove(id);
      });
      deps.files.release(released.filter((id) => id !== null).map(String));
      removed += now.length;
    }
    return removed;
  }

  function inPieces(ids: readonly string[], work: (jobIds: readonly string[]) => void): void {
    for (const piece of pieces(ids)) work(piece);
  }

  return {
    count(kind: CleanedKind): { readonly removable: number; readonly onlyHere: number } {
      if (kind === 'caches') return { removable: deps.decoded.count(), onlyHere: 0 };
      const { removable, onlyHere } = find(kind);
      return { removable: removable.length, onlyHere: onlyHere.length };
    },
    async cleanUp(
      kind: CleanedKind,
      withOnlyHere: boolean,
    ): Promise<{ readonly removed: number; readonly undoId?: string }> {
      if (kind === 'caches') return { removed: await deps.decoded.clear() };
      let takeBack: (() => void) | undefined;
      const { removable, onlyHere } = find(kind);
      const ids = withOnlyHere ? [...removable, ...onlyHere] : removable;
      switch (kind) {
        case 'photos':
          return { removed: await removePhotos(ids, withOnlyHere) };
        case 'clips':
        case 'enlargements':
          inPieces(ids, (jobIds) => void history.remove({ jobIds }));
          takeBack = () => inPieces(ids, (jobIds) => void history.restore({ jobIds }));
          break;
        case 'conversations':
          conversations.remove(ids);
          takeBack = () => conversations.restore(ids);
          break;
        case 'bills':
          database
            .prepare('DELETE FROM bill_units WHERE rowid IN (SELECT value FROM json_each(?))')
            .run(JSON.stringify(ids.map(Number)));
          break;
        case 'backups':
          for (const path of ids) rmSync(path, { force: true });
          break;
      }
      if (takeBack === undefined || ids.length === 0) return { removed: ids.length };
      const undoId = randomUUID();
      undoable.set(undoId, takeBack);
      return { removed: ids.length, undoId };
    },
    undo(undoId: string): void {
      undoable.get(undoId)?.();
      undoable.delete(undoId);
    },
  };
}
