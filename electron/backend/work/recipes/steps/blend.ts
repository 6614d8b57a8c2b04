import { fromRaw, toRaw, type RawPicture } from '../../../vision/imaging/reading/photo-pixels.ts';
import { encodeMade, pixelsWith } from '../made-picture.ts';
import { freePlan, type StepModule } from './step.ts';

export const blendModule: StepModule<'mix'> = {
  plan: (_step, { size }) => freePlan(size, true),
  async begin(step, { photo, earlier }, { photos, patches }) {
    if (earlier === undefined)
      return { is: 'nothing', note: 'No step before changed the picture.' };
    const source = photos.source(photo.id);
    const picture = await pixelsWith(source, patches.applied(photo.id));
    const before = await pixelsWith(
      photos.source(earlier.photoId),
      patches.pictures(earlier.patchIds),
    );
    blendInto(picture, await likeThis(before, picture), step);
    return { is: 'picture', bytes: await encodeMade(source, picture) };
  },
};

export async function likeThis(picture: RawPicture, other: RawPicture): Promise<RawPicture> {
  const { width, height, depth, channels } = other;
  const isSame =
    picture.width === width &&
    picture.height === height &&
    picture.depth === depth &&
    picture.channels === channels;
  if (isSame) return picture;
  return await toRaw(
    fromRaw(picture).resize(width, height, { fit: 'fill' }),
    depth,
    channels === 4,
  );
}

/** Modifies `picture` in place. @param before same form */
export function blendInto(
  picture: RawPicture,
  before: RawPicture,
  { strength, matchColors }: { readonly strength: number; readonly matchColors: boolean },
): void {
  const { data, channels, depth } = picture;
  const most = depth === 16 ? 65_535 : 255;
  for (let channel = 0; channel < channels; channel++) {
    const isColour = channel < 3;
    const shift = matchColors && isColour ? meanOf(before, channel) - meanOf(picture, channel) : 0;
    for (let index = channel; index < data.length; index += channels) {
      const changed = (data[index] ?? 0) + shift;
      const blended = strength * changed + (1 - strength) * (before.data[index] ?? 0);
      data[index] = Math.min(most, Math.max(0, Math.round(blended)));
    }
  }
}

function meanOf({ data, channels }: RawPicture, channel: number): number {
  let sum = 0;
  for (let index = channel; index < data.length; index += channels) sum += data[index] ?? 0;
  return sum / (data.length / channels);
}
