/**
 * The default folder for saved files.
 * SECURITY: S35 its path comes from the host's dialog and stays here; the page can display but not
 * set it.
 */
import { randomUUID } from 'node:crypto';
import type { ExportFolder, ManyFolder } from '../../../shared/contract/export.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { HostPorts } from '../common/ports.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

const SETTING = 'export-folder';

export interface SavedFolder {
  get(): ExportFolder;
  /** Keeps the old folder if cancelled. */
  choose(): Promise<ExportFolder>;
  forget(): ExportFolder;
  /** Asks unless a default is set or the browser decides. */
  chooseForMany(): Promise<ManyFolder>;
  /**
   * Absolute; `undefined` to ask the user. @param into a folder of `chooseForMany`
   * @throws AppError `not-found` for an unknown folder
   */
  path(into?: string): string | undefined;
}

export function createSavedFolder(
  settings: SettingsStore,
  ports: Pick<HostPorts, 'chooseFolder'>,
): SavedFolder {
  const { chooseFolder } = ports;
  const kept = () => (chooseFolder === undefined ? undefined : settings.getInternal(SETTING));
  /** Folders of `chooseForMany`, by id. */
  const forMany = new Map<string, string>();
  const get = (): ExportFolder => ({ canChoose: chooseFolder !== undefined, path: kept() ?? null });
  return {
    get,
    path(into) {
      if (into === undefined) return kept();
      const path = forMany.get(into);
      if (path !== undefined) return path;
      throw new AppError({
        kind: 'not-found',
        message: 'Gesso no longer knows this folder. Save again and select it.',
      });
    },
    async chooseForMany() {
      if (chooseFolder === undefined || kept() !== undefined) return { kind: 'ready' };
      const chosen = await chooseFolder();
      if (chosen === undefined) return { kind: 'cancelled' };
      const into = randomUUID();
      forMany.set(into, chosen);
      return { kind: 'ready', into };
    },
    async choose() {
      const chosen = await chooseFolder?.();
      if (chosen !== undefined) settings.setInternal(SETTING, chosen);
      return get();
    },
    forget() {
      settings.setInternal(SETTING, undefined);
      return get();
    },
  };
}
