import { growMask, shrinkMask } from '../../../../shared/mask/mask-distance.ts';
import { maskHoles } from '../../../../shared/mask/mask-holes.ts';
import { scaleMask } from '../../../../shared/mask/mask-scale.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { OtherShapeError, readMaskPicture, UnreadableError } from './mask-picture.ts';
import type { MaskWork, MaskWorkAnswer } from './mask-worker-protocol.ts';

self.addEventListener('message', (event: MessageEvent<MaskWork>) => {
  void answer(event.data);
});

async function answer(work: MaskWork): Promise<void> {
  try {
    if (work.type === 'picture') {
      const picture = await readMaskPicture(work.picture, work.photo);
      send({ type: 'picture', picture });
    } else {
      send({ type: 'tiles', tiles: compute(work) });
    }
  } catch (error) {
    const details = error instanceof Error ? error.message : '';
    if (error instanceof OtherShapeError) {
      send({ type: 'failed', reason: 'other-shape', details, size: error.size });
    } else {
      const reason = error instanceof UnreadableError ? 'unreadable' : 'unexpected';
      send({ type: 'failed', reason, details });
    }
  }
}

function compute(work: Exclude<MaskWork, { type: 'picture' }>): readonly PackedMaskTile[] {
  switch (work.type) {
    case 'grow':
      return growMask(work.tiles, work.distance, work.photo);
    case 'shrink':
      return shrinkMask(work.tiles, work.distance, work.photo);
    case 'holes':
      return maskHoles(work.tiles);
    case 'scale':
      return scaleMask(work.tiles, work.from, work.to);
  }
}

function send(message: MaskWorkAnswer): void {
  self.postMessage(message, { transfer: [] });
}
