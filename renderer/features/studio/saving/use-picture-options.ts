/** How a picture is saved, by the settings. */
import { DEFAULT_SETTINGS, type Settings } from '../../../../shared/contract/settings.ts';
import { useSettings } from '../../../backend/settings.ts';
import type { PictureOptions } from '../session/index.ts';

export function usePictureOptions(): PictureOptions {
  return pictureOptions(useSettings() ?? DEFAULT_SETTINGS);
}

/** See {@link usePictureOptions}. */
export function pictureOptions(settings: Settings): PictureOptions {
  return {
    format: settings.exportFormat,
    quality: settings.exportQuality,
    lossless: settings.exportLossless,
    exif: settings.exportExif,
    namePattern: settings.exportName,
  };
}
