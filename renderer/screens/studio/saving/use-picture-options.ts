/** How a photo is saved, by the settings. */
import { DEFAULT_SETTINGS } from '../../../../shared/contract/default-settings.ts';
import type { Settings } from '../../../../shared/contract/settings.ts';
import { useSettings } from '../../../base/backend/settings.ts';
import type { PictureOptions } from '../session/index.ts';

export function usePictureOptions(): PictureOptions {
  const settings = useSettings() ?? DEFAULT_SETTINGS;
  return { ...pictureOptions(settings), namePattern: settings.exportName };
}

/** The encoding; without a name. */
export function pictureOptions(settings: Settings): PictureOptions {
  return {
    format: settings.exportFormat,
    quality: settings.exportQuality,
    lossless: settings.exportLossless,
    exif: settings.exportExif,
  };
}
