/** All objects in sight: lit up, looked at one after the other, and taken as clicks are. */
import type { ObjectInSight } from '../../../../../shared/contract/selection.ts';
import type { ProposalLayer } from '../../canvas/index.ts';
import { readyPhoto } from '../../model/studio-store.ts';
import type { SessionContext } from '../session-context.ts';
import { visibleRect } from './visible-rect.ts';

export interface ObjectListActions {
  /** Looks for the objects in the part in sight. */
  showObjects(): Promise<void>;
  stepObject(direction: 1 | -1): void;
}

/** For the selecting tools alone. */
interface ObjectListTool {
  /** The object that is looked at, off the list; `undefined` without one. */
  take(): ObjectInSight | undefined;
  /** @returns false when there were none */
  forget(): boolean;
}

export function createObjectList(
  { core, backend, attempt, stores }: SessionContext,
  layer: Pick<ProposalLayer, 'showSpots'>,
): { readonly actions: ObjectListActions; readonly tool: ObjectListTool } {
  const store = stores.selecting;

  function show(objects: readonly ObjectInSight[], index: number): void {
    store.setState({ objects: { objects, index } });
    const outlines = objects.flatMap((object) => object.outlines);
    const before = objects.slice(0, index).flatMap((object) => object.outlines);
    layer.showSpots(outlines.length === 0 ? undefined : { outlines, current: before.length });
  }

  return {
    actions: {
      showObjects: () =>
        attempt(async () => {
          const photo = readyPhoto(stores.studio.getState());
          if (photo === undefined) return;
          core.setTool('object');
          store.setState({ isBusy: true, note: undefined });
          try {
            const within = visibleRect(core.getSnapshot(), photo);
            const request = { photoId: photo.id, ...(within === undefined ? {} : { within }) };
            const objects = await backend.selection.objects(request);
            if (readyPhoto(stores.studio.getState())?.id !== photo.id) return;
            show(objects, 0);
            if (objects.length === 0) {
              store.setState({ objects: undefined, note: 'No object found in this part.' });
            }
          } finally {
            store.setState({ isBusy: false });
          }
        }),
      stepObject(direction) {
        const { objects: found } = store.getState();
        if (found === undefined || found.objects.length === 0) return;
        const { length } = found.objects;
        show(found.objects, (found.index + direction + length) % length);
      },
    },
    tool: {
      take() {
        const { objects: found } = store.getState();
        const object = found?.objects[found.index];
        if (found === undefined || object === undefined) return undefined;
        const rest = found.objects.filter((each) => each !== object);
        show(rest, Math.min(found.index, Math.max(0, rest.length - 1)));
        if (rest.length === 0) store.setState({ objects: undefined });
        return object;
      },
      forget() {
        if (store.getState().objects === undefined) return false;
        store.setState({ objects: undefined });
        layer.showSpots(undefined);
        return true;
      },
    },
  };
}
