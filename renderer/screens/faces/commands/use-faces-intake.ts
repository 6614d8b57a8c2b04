import { useFileIntake } from '../../../features/files/file-intake.ts';
import { useIntent } from '../../../core/screen/navigation.ts';
import { useFacesSession } from '../session/index.ts';
import { useTakeFaces } from './use-take-faces.ts';

export function useFacesIntake(): void {
  const session = useFacesSession();
  const { face, picture } = session.slots;

  const take = useTakeFaces();

  useFileIntake({
    label: 'Drop a face, a picture, or both',
    take: (files) => void take(files),
    refuse: (thrown) => session.runs.fail(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'use-picture') {
      const slot = intent.as === 'face' ? face : picture;
      void slot.takePhoto(intent.photoId);
    }
    if (intent.kind === 'show-job') session.show(intent.jobId);
    if (intent.kind === 'fill-form' && intent.request.kind === 'merge-face') {
      session.show(undefined);
      void session.fill(intent.request);
    }
    if (intent.kind === 'take-files') void take(intent.files);
  });
}
