import { os } from '../../service/common/procedures.ts';
import type { SelectionTools } from './selection.ts';

export function selectionProcedures(selection: SelectionTools) {
  const { warm, release, object, objectAt, objects, people, line, wand, spots, text } =
    os.selection;
  return {
    warm: warm.handler(({ input }) => selection.warm(input.photoId, input.within, input.forObject)),
    release: release.handler(() => selection.release()),
    object: object.handler(({ input, signal }) => selection.object(input, signal)),
    objectAt: objectAt.handler(({ input: { photoId, ...order }, signal }) =>
      selection.objectAt(photoId, order, signal),
    ),
    objects: objects.handler(({ input: { photoId, within }, signal }) =>
      selection.objects(photoId, within, signal),
    ),
    people: people.handler(({ input: { photoId, withShadow }, signal }) =>
      selection.people(photoId, withShadow, signal),
    ),
    line: line.handler(({ input: { photoId, points, width }, signal }) =>
      selection.line(photoId, { points, width }, signal),
    ),
    wand: wand.handler(({ input: { photoId, ...order }, signal }) =>
      selection.wand(photoId, order, signal),
    ),
    spots: spots.handler(({ input, signal }) =>
      selection.spots(input.photoId, input.sensitivity, signal),
    ),
    text: text.handler(({ input, signal }) => selection.text(input.photoId, input.pass, signal)),
  };
}
