import { AppError } from '../../../../shared/errors/app-error.ts';
import { useFileIntake } from '../../../features/files/file-intake.ts';
import { useIntent } from '../../../core/screen/navigation.ts';
import { useStudioSession, type StudioSession } from '../session/index.ts';

export function usePhotoIntake(): void {
  const session = useStudioSession();
  useFileIntake({
    label: 'Drop photos or a folder to open',
    take: (files, source) => void takeFiles(session, files, source === 'paste'),
    refuse: (thrown) => session?.showError(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'open-photo') void session?.openFor(intent);
    if (intent.kind === 'add-photo') void session?.strip.add(intent.photoId);
    if (intent.kind === 'show-recipe-run') void session?.batches.show(intent.runId);
    if (intent.kind === 'show-error') session?.showError(AppError.of(intent.error));
    if (intent.kind === 'open-sample') void session?.photos.openSample(intent.sampleId);
    if (intent.kind === 'take-files') void takeFiles(session, intent.files, false);
  }, session !== undefined);
}

/** @param isPasted the picture may be a mask for the open photo */
async function takeFiles(
  session: StudioSession | undefined,
  files: readonly File[],
  isPasted: boolean,
): Promise<void> {
  const [only] = files;
  if (session === undefined || only === undefined) return;
  const mayBeMask = isPasted && files.length === 1;
  if (mayBeMask && (await session.mask.loadWhenMask(only))) return;
  await session.strip.importFiles(files);
}
