import type { Sharp } from 'sharp';
import { fromRaw, toRaw, type RawPicture } from '../../../vision/imaging/reading/photo-pixels.ts';
import { encodeMade, pixelsWith } from '../made-picture.ts';
import { cropGeometry } from './crop-geometry.ts';
import { freePlan, type StepModule } from './step.ts';

export const cropModule: StepModule<'crop'> = {
  plan: (step, { size }) => freePlan(size && cropGeometry(step, size).result, true),
  async begin(step, { photo }, { photos, patches }) {
    const { cut, result, turned } = cropGeometry(step, photo);
    const isCut = cut.width !== turned.width || cut.height !== turned.height;
    const isResized = result.width !== cut.width || result.height !== cut.height;
    if (step.turn === 0 && !step.mirror && !isCut && !isResized) {
      return { is: 'nothing', note: 'The picture has this shape and size already.' };
    }
    const source = photos.source(photo.id);
    let picture = await pixelsWith(source, patches.applied(photo.id));
    // One pipeline each: in one, sharp mirrors before it turns, and after it cuts.
    if (step.turn !== 0) picture = await changed(picture, (whole) => whole.rotate(step.turn));
    if (step.mirror) picture = await changed(picture, (whole) => whole.flop());
    const cutOut = (whole: Sharp): Sharp => {
      const { x: left, y: top, width, height } = cut;
      const kept = isCut ? whole.extract({ left, top, width, height }) : whole;
      return isResized ? kept.resize(result.width, result.height, { fit: 'fill' }) : kept;
    };
    const isOnSide = step.turn === 90 || step.turn === 270;
    return { is: 'picture', bytes: await encodeMade(source, picture, cutOut, isOnSide) };
  },
};

function changed(picture: RawPicture, change: (whole: Sharp) => Sharp): Promise<RawPicture> {
  return toRaw(change(fromRaw(picture)), picture.depth, picture.channels === 4);
}
