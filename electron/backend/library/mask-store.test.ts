import { beforeEach, describe, expect, it } from 'vitest';
import { encodeMaskEdit } from '../../../shared/mask/mask-edit.ts';
import {
  decodeMaskHistory,
  MASK_HISTORY,
  type MaskHistory,
  type MaskStep,
} from '../../../shared/mask/mask-history.ts';
import { maskHistoryUrl } from '../../../shared/media.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { pixelSet, tilesOf } from '../../testing/masks.ts';
import { noisePng } from '../../testing/pictures.ts';

let fixture: BackendFixture;
let photo: Awaited<ReturnType<BackendFixture['importPhoto']>>;

beforeEach(async () => {
  fixture = await createBackendFixture();
  photo = await fixture.importPhoto(await noisePng(300, 250));
});

function step(sequence: number, bytes = 64): MaskStep {
  const bits = new Uint8Array(bytes).map((_, index) => (index * 7919 + sequence) & 255);
  return {
    sequence,
    label: `step ${sequence}`,
    jobId: undefined,
    tiles: [{ column: 0, row: 0, firstRow: 0, bits }],
  };
}

async function save(history: MaskHistory, rect = { x: 1, y: 2, width: 3, height: 4 }) {
  const body = Buffer.concat(encodeMaskEdit({ tiles: tilesOf(rect), history }));
  return fixture.media(photo.maskUrl, { method: 'PUT', body });
}

async function load(): Promise<MaskHistory> {
  const response = await fixture.media(maskHistoryUrl(photo.id));
  return decodeMaskHistory(new Uint8Array(await response.arrayBuffer()));
}

describe('the undo history of a mask', () => {
  it('survives a restart with undone steps, as does the mask', async () => {
    await save({ keepUntil: 0, doneUntil: 2, steps: [step(1), step(2)] });
    await save({ keepUntil: 2, doneUntil: 2, steps: [step(3)] });
    await save({ keepUntil: 3, doneUntil: 1, steps: [] });
    await fixture.restart();
    expect(await load()).toEqual({
      keepUntil: 0,
      doneUntil: 1,
      steps: [step(1), step(2), step(3)],
    });
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(12);
    await save({ keepUntil: 1, doneUntil: 9, steps: [step(9)] });
    expect((await load()).steps.map(({ sequence }) => sequence)).toEqual([1, 9]);
  });

  it('drops its oldest steps when there are too many', async () => {
    const steps = Array.from({ length: MASK_HISTORY.maxSteps + 5 }, (_, index) => step(index + 1));
    await save({ keepUntil: 0, doneUntil: steps.length, steps });
    const kept = await load();
    expect(kept.steps).toHaveLength(MASK_HISTORY.maxSteps);
    expect(kept.steps[0]?.sequence).toBe(6);
    expect(kept.doneUntil).toBe(steps.length);
  });

  it('is unchanged, like the mask, after a damaged edit', async () => {
    await save({ keepUntil: 0, doneUntil: 1, steps: [step(1)] });
    const before = pixelSet(await fixture.mask(photo.id));
    const edit = Buffer.concat(
      encodeMaskEdit({
        tiles: tilesOf({ x: 100, y: 100, width: 9, height: 9 }),
        history: { keepUntil: 1, doneUntil: 2, steps: [step(2)] },
      }),
    );
    const response = await fixture.media(photo.maskUrl, {
      method: 'PUT',
      body: edit.slice(0, -1),
    });
    expect(response.status).toBe(400);
    expect(await load()).toEqual({ keepUntil: 0, doneUntil: 1, steps: [step(1)] });
    expect(pixelSet(await fixture.mask(photo.id))).toEqual(before);
  });
});
