/** Files and orders that come to the Faces screen. */
import { useFileIntake } from '../../../work/files/file-intake.ts';
import { useIntent } from '../../../base/screen/navigation.ts';
import { useFacesSession, useFacesState } from '../session/index.ts';

export function useFacesIntake(): void {
  const session = useFacesSession();
  const state = useFacesState();
  const { face, picture } = session.wells;

  /** Two files at once fill both wells; one goes where there is none yet. */
  async function take(files: readonly File[]): Promise<void> {
    const [first, second] = files;
    if (first === undefined) return;
    if (second !== undefined) {
      await Promise.all([face.takeFiles([first]), picture.takeFiles([second])]);
    } else if (face.state.getState().photo === undefined) await face.takeFiles([first]);
    else if (picture.state.getState().photo === undefined) await picture.takeFiles([first]);
    else await session.wells[state().place].takeFiles([first]);
  }

  useFileIntake({
    label: 'Drop a face, a picture, or both',
    take: (files) => void take(files),
    refuse: (thrown) => session.runs.fail(thrown),
  });
  useIntent((intent) => {
    if (intent.kind === 'use-picture') {
      const well = intent.as === 'face' ? face : picture;
      void well.takePhoto(intent.photoId);
    }
    if (intent.kind === 'show-job') session.show(intent.jobId);
    if (intent.kind === 'fill-form' && intent.request.kind === 'merge-face') {
      session.show(undefined);
      void session.fill(intent.request);
    }
    if (intent.kind === 'take-files') void take(intent.files);
  });
}
