import { savedName } from '../../../../../shared/export/saved-name.ts';
import { freePlan, type StepModule } from './step.ts';

export const saveModule: StepModule<'save'> = {
  plan: (_step, { size }) => freePlan(size, false),
  begin(step, { photo, fileName, firstPhotoId }, { writer }) {
    // An enlarged or cropped picture is a PNG without EXIF.
    const format = writer.formatOf(firstPhotoId, step.format);
    const { width, height } = photo;
    const name = savedName({ name: fileName, width, height }, format, step);
    return {
      is: 'file',
      name,
      write: (path) => writer.write(photo.id, { ...step, format }, path, firstPhotoId),
    };
  },
  waits: ({ when }) => when === 'accepted',
};
