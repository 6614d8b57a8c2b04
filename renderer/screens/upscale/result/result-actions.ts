import type { PictureFormat } from '../../../../shared/contract/export.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type { Settings } from '../../../../shared/contract/settings.ts';
import { backend } from '../../../core/backend/client.ts';
import type { BlendSession } from '../../../viewer/blending/index.ts';
import type { RunActions } from '../../../features/runs/run-actions.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';

export const RESULT_FORMATS: readonly { readonly format: PictureFormat; readonly label: string }[] =
  [
    { format: 'png', label: 'PNG' },
    { format: 'jpeg', label: 'JPEG' },
    { format: 'webp', label: 'WebP' },
    { format: 'tiff', label: 'TIFF' },
  ];

interface WaysOut {
  readonly blending: Pick<BlendSession, 'flush'>;
  readonly runs: Pick<RunActions, 'fail'>;
}

/** Never rejects: errors go to `runs.fail`. */
export async function saveResult(
  output: OutputReference,
  format: PictureFormat,
  { exportQuality, exportLossless }: Pick<Settings, 'exportQuality' | 'exportLossless'>,
  { blending, runs }: WaysOut,
): Promise<void> {
  try {
    await blending.flush(); // saves the blend that is on screen
    const encoding = { format, quality: exportQuality, lossless: exportLossless };
    finishSave(await backend.upscale.save({ ...output, ...encoding }));
  } catch (thrown) {
    runs.fail(thrown);
  }
}

/** Never rejects: errors go to `runs.fail`. */
export async function keepAsPhoto(
  output: OutputReference,
  { blending, runs }: WaysOut,
  show: (photoId: string) => void,
): Promise<void> {
  try {
    await blending.flush();
    show((await backend.upscale.toPhoto(output)).id);
  } catch (thrown) {
    runs.fail(thrown);
  }
}
