import { encodeMade, pixelsWith } from '../made-picture.ts';
import { cropGeometry } from './crop-geometry.ts';
import { freePlan, type StepModule } from './step.ts';

export const cropModule: StepModule<'crop'> = {
  plan: (step, { size }) =>
    Promise.resolve(
      freePlan(size === undefined ? undefined : cropGeometry(step, size).result, true),
    ),
  async begin(step, { photo }, { photos, patches }) {
    const { cut, result, turned } = cropGeometry(step, photo);
    const isCut = cut.width !== turned.width || cut.height !== turned.height;
    const isResized = result.width !== cut.width || result.height !== cut.height;
    if (step.turn === 0 && !step.mirror && !isCut && !isResized) {
      return { is: 'nothing', note: 'The picture has this shape and size already.' };
    }
    const source = photos.source(photo.id);
    const picture = await pixelsWith(source, patches.applied(photo.id));
    const bytes = await encodeMade(source, picture, (whole) => {
      let changed = step.turn === 0 ? whole : whole.rotate(step.turn);
      if (step.mirror) changed = changed.flop();
      const { x: left, y: top, width, height } = cut;
      if (isCut) changed = changed.extract({ left, top, width, height });
      return isResized ? changed.resize(result.width, result.height, { fit: 'fill' }) : changed;
    });
    return { is: 'picture', bytes };
  },
};
