import { DEFAULT_SETTINGS, type Settings } from '../../../../shared/contract/settings.ts';
import { useSettings } from '../../../core/backend/settings.ts';
import type { LayeredFormat } from '../model/studio-store.ts';
import type { PictureOptions } from '../session/index.ts';
import { hasLayers } from './saved-format.ts';

export const EXPORT_SETTINGS = [
  'exportFormat',
  'exportQuality',
  'exportLossless',
  'exportExif',
  'exportName',
] as const;

export type ExportSettings = Pick<Settings, (typeof EXPORT_SETTINGS)[number]>;

export function usePictureOptions(): PictureOptions {
  const settings = useSettings(...EXPORT_SETTINGS) ?? DEFAULT_SETTINGS;
  return { ...pictureOptions(settings), namePattern: settings.exportName };
}

/**
 * Returns the encoding without a name.
 * @param layered not a setting, since layers are chosen per photo
 */
export function pictureOptions(settings: ExportSettings, layered?: LayeredFormat): PictureOptions {
  const { exportFormat } = settings;
  return {
    format: layered ?? (hasLayers(exportFormat) ? 'source' : exportFormat),
    quality: settings.exportQuality,
    lossless: settings.exportLossless,
    exif: settings.exportExif,
  };
}
