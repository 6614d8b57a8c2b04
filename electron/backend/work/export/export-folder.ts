/** SECURITY: S35 the folder's path comes from the host's dialog; the page can display, not set it. */
import { randomUUID } from 'node:crypto';
import type { ExportFolder } from '../../../../shared/contract/export.ts';
import { notFound } from '../../../../shared/errors/app-error.ts';
import { os } from '../../service/common/procedures.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { SettingsStore } from '../../library/settings/settings-store.ts';

const SETTING = 'export-folder';

export type SavedFolder = ReturnType<typeof createSavedFolder>;

export function createSavedFolder(settings: SettingsStore, ports: Pick<HostPorts, 'chooseFolder'>) {
  const { chooseFolder } = ports;
  const kept = () => (chooseFolder === undefined ? undefined : settings.getInternal(SETTING));
  const forMany = new Map<string, string>();
  const get = (): ExportFolder => ({ canChoose: chooseFolder !== undefined, path: kept() ?? null });
  return {
    procedures: {
      folder: os.export.folder.handler(get),
      /** Keeps the old folder if cancelled. */
      chooseFolder: os.export.chooseFolder.handler(async () => {
        const chosen = await chooseFolder?.();
        if (chosen !== undefined) settings.setInternal(SETTING, chosen);
        return get();
      }),
      /** Asks unless a default is set or the browser decides. */
      folderForMany: os.export.folderForMany.handler(async () => {
        if (chooseFolder === undefined || kept() !== undefined) return { kind: 'ready' };
        const chosen = await chooseFolder();
        if (chosen === undefined) return { kind: 'cancelled' };
        const into = randomUUID();
        forMany.set(into, chosen);
        return { kind: 'ready', into };
      }),
      forgetFolder: os.export.forgetFolder.handler(() => {
        settings.setInternal(SETTING, undefined);
        return get();
      }),
    },
    /** `undefined` to ask the user. @throws AppError `not-found` for an unknown folder */
    path(into?: string): string | undefined {
      if (into === undefined) return kept();
      const path = forMany.get(into);
      if (path !== undefined) return path;
      throw notFound('Gesso no longer knows this folder. Save again and select it.');
    },
  };
}
