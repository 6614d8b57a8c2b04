import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { createHeldFinder, redOf } from '../../../testing/held-finder.ts';
import { draftOf, recipeOf } from '../../../testing/recipes.ts';
import { startScriptedService } from '../../../testing/scripted-service.ts';

it('counts the pictures before a slow one while that is being inspected', async () => {
  const finder = createHeldFinder();
  await using service = await startScriptedService(() =>
    expect.unreachable('A plan sends nothing.'),
  );
  await using fixture = await createBackendFixture({
    service,
    ports: { startPerception: finder.start },
  });
  await fixture.connectAccount({ 'remove-text': 200 });
  const reds = [0x20, 0x40, 0x60, 0x80];
  const paths = reds.map((red) => join(fixture.folder, `${red}.png`));
  for (const [index, red] of reds.entries()) {
    const background = { r: red, g: 0, b: 0 };
    await sharp({ create: { width: 60, height: 40, channels: 3, background } }).toFile(
      paths[index] ?? '',
    );
  }
  const runId = await draftOf(fixture, paths);
  const recipe = recipeOf({ kind: 'remove-text', detail: 'full', where: 'found' });
  const isBefore = (red: number) => (order: Parameters<typeof redOf>[0]) =>
    (redOf(order) ?? 0) < red;
  const planned: number[] = [];
  for await (const sum of await fixture.client().recipes.plan({ runId, recipe })) {
    planned.push(sum.planned);
    // nothing is looked into before its turn is allowed: without news of the others this waits for ever
    if (sum.planned === 0) finder.allow(isBefore(0x60));
    if (sum.planned === 2) finder.allow(() => true);
  }
  expect(planned).toContain(2);
  expect(planned.at(-1)).toBe(4);
});
