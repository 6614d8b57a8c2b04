import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { FilePart } from '../../../service/client/index.ts';
import { bareFile } from './bare-file.ts';

/** Deterministic. @param isAsItIs upload the whole file @throws AppError `damaged-file` */
export async function trainingParts(
  file: { readonly path: string; readonly name: string; readonly byteLength: number },
  isAsItIs: boolean,
): Promise<readonly FilePart[]> {
  if (isAsItIs) return [{ start: 0, end: file.byteLength }];
  const bare = await bareFile(file.path, 'look');
  if (bare !== undefined) return bare.parts;
  throw new AppError(
    'damaged-file',
    `Gesso can’t separate the picture in “${file.name}” from its camera data, so it wasn’t uploaded. Convert it, or allow camera data in Settings.`,
    { action: 'retry' },
  );
}
