import { useFileIntake } from '../../../features/files/file-intake.ts';
import { useIntent } from '../../../core/screen/navigation.ts';
import { useVideoSession } from '../session/index.ts';
import { useOwnFiles } from './use-own-files.ts';

export function useVideoIntake(): void {
  const session = useVideoSession();
  const takeOwnFile = useOwnFiles();

  async function take(files: readonly File[]): Promise<void> {
    if (!(await takeOwnFile(files))) await session.slot.takeFiles(files);
  }

  useFileIntake({
    label: 'Drop a picture, or a clip of yours to use its settings',
    take: (files) => void take(files),
    refuse: (thrown) => session.runs.fail(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'use-picture') void session.slot.takePhoto(intent.photoId);
    if (intent.kind === 'show-job') {
      session.clips.openGroup(undefined);
      session.clips.open(intent.jobId);
    }
    if (intent.kind === 'fill-form' && intent.request.kind === 'video') {
      session.clips.openGroup(undefined);
      session.clips.open(undefined);
      void session.fill(intent.request, undefined);
    }
    if (intent.kind === 'take-files') void take(intent.files);
  });
}
