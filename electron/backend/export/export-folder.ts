/**
 * The folder that saved files go to without a question, when the user has chosen one.
 *
 * SECURITY: S35 its path comes from the host's dialog and stays here; the page can show it, not set it.
 */
import type { ExportFolder } from '../../../shared/contract/export.ts';
import type { HostPorts } from '../common/ports.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

const SETTING = 'export-folder';

/** See the file comment. */
export interface SavedFolder {
  get(): ExportFolder;
  /** Asks the user; without an answer nothing changes. */
  choose(): Promise<ExportFolder>;
  forget(): ExportFolder;
  /** The absolute path; `undefined` when the user is asked each time. */
  path(): string | undefined;
}

export function createSavedFolder(
  settings: SettingsStore,
  ports: Pick<HostPorts, 'chooseFolder'>,
): SavedFolder {
  const { chooseFolder } = ports;
  const path = () => (chooseFolder === undefined ? undefined : settings.getInternal(SETTING));
  const get = (): ExportFolder => ({ canChoose: chooseFolder !== undefined, path: path() ?? null });
  return {
    get,
    path,
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
