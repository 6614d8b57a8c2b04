import { expect, it } from 'vitest';
import { areaOf, LEFT, openStudio, tilesOf } from '../testing/studio-fixture.ts';

it.each(['load', 'loadWhenMask'] as const)(
  '%s changes no mask of a photo that was opened meanwhile',
  async (load) => {
    const studio = await openStudio();
    const { canvas, session, store } = studio;
    const read = Promise.withResolvers<void>();
    const { photo } = store.getState();
    const size = { width: photo?.width ?? 0, height: photo?.height ?? 0 };
    canvas.core.maskEdits.readPicture = async () => {
      await read.promise;
      return { tiles: tilesOf(LEFT), size, isTwoTone: true };
    };
    const file = new File([], 'mask.png');
    const late = session.mask[load](file);
    await studio.open('next');
    read.resolve();
    await late;
    expect(canvas.paintedPixels()).toBe(0);
    await session.mask[load](file);
    expect(canvas.paintedPixels()).toBe(areaOf(LEFT));
  },
);
