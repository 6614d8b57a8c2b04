import { expect, test, vi } from 'vitest';
import type { PersonInPhoto } from '../../../../../shared/contract/selection.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { encodeMaskTiles } from '../../../../../shared/mask/mask-tiles.ts';
import {
  areaOf,
  createStudioFixture,
  LEFT,
  RIGHT,
  started,
  tilesOf,
} from '../../testing/studio-fixture.ts';

function person(rect: Rect): PersonInPhoto {
  const { x, y, width, height } = rect;
  return {
    bounds: rect,
    face: { x, y, width: 4, height: 4 },
    pixels: width * height,
    tiles: new Blob([encodeMaskTiles(tilesOf(rect))]),
    outlines: [[x, y, x + width, y, x + width, y + height, x, y + height]],
  };
}

async function studioWith(people: () => Promise<readonly PersonInPhoto[]>) {
  let sent: number | undefined;
  const run = () => {
    sent = fixture.canvas.paintedPixels();
    return started([]);
  };
  const fixture = createStudioFixture({ selection: { people }, cleanup: { run } });
  await fixture.open();
  const state = () => fixture.store.getState().selecting;
  return { ...fixture, state, sentPixels: () => sent };
}

const click = (at: { readonly x: number; readonly y: number }) => ({
  tool: 'object' as const,
  points: [at],
  width: 1,
  isLoop: false,
  isMore: false,
  isLess: false,
  subtract: false,
});

test('lists people with a tick each, leaves one out by a click, and adds the others in one step', async () => {
  const { canvas, session, state } = await studioWith(async () => [person(LEFT), person(RIGHT)]);
  void session.selecting.selectPeople();
  await vi.waitFor(() => expect(state().people?.ticked.size).toBe(2));
  expect(canvas.core.getSnapshot().tool).toBe('object');
  expect(canvas.found('people')?.things).toHaveLength(2);
  expect(canvas.paintedPixels()).toBe(0);

  canvas.select(click({ x: LEFT.x + 2, y: LEFT.y + 2 }));
  expect(state().people?.ticked.size).toBe(1);
  expect(canvas.found('people')?.things[0]?.[0]?.slice(0, 2)).toEqual([RIGHT.x, RIGHT.y]);

  expect(canvas.key('Enter')).toBe(true);
  await vi.waitFor(() => expect(canvas.paintedPixels()).toBe(areaOf(RIGHT)));
  expect(state().people).toBeUndefined();
  expect(canvas.found('people')).toBeUndefined();
  expect(canvas.core.history.done.at(-1)?.label).toBe('people');
  await session.undo();
  expect(canvas.paintedPixels()).toBe(0);
});

test.each([
  ['are ticked', () => undefined],
  ['were added a moment before', (key: (name: string) => boolean) => void key('Enter')],
])('people that %s are in the mask that is sent', async (_how, prepare) => {
  const { canvas, session, state, sentPixels } = await studioWith(async () => [person(LEFT)]);
  canvas.paint(RIGHT);
  void session.selecting.selectPeople();
  await vi.waitFor(() => expect(state().people).toBeDefined());
  prepare(canvas.key);
  await session.runs.run('use');
  expect(sentPixels()).toBe(areaOf(LEFT) + areaOf(RIGHT));
  expect(state()).toMatchObject({ people: undefined, taken: undefined });
});

test('Enter adds nothing without a tick, and Escape closes the list', async () => {
  const { canvas, session, state } = await studioWith(async () => [person(LEFT)]);
  void session.selecting.selectPeople();
  await vi.waitFor(() => expect(state().people).toBeDefined());
  const [only] = state().people?.people ?? [];
  if (only !== undefined) session.selecting.tickPerson(only, false);
  await vi.waitFor(() => expect(state().people?.ticked.size).toBe(0));
  expect(canvas.key('Enter')).toBe(true);
  expect(state().people, 'still there to be ticked').toBeDefined();
  expect(canvas.key('Escape')).toBe(true);
  expect(state().people).toBeUndefined();
  expect(canvas.paintedPixels()).toBe(0);
});

test('reports a computer without the models', async () => {
  const message = 'Objects can’t be found on this computer.';
  const without = await studioWith(async () => {
    throw new AppError('tool-unavailable', message);
  });
  void without.session.selecting.selectPeople();
  await vi.waitFor(() => expect(without.store.getState().error?.message).toBe(message));
  expect(without.state().isBusy).toBe(false);
  expect(without.state().note).toBeUndefined();
});

test('Escape ends the search, and its late answer is not shown', async () => {
  let answer: (people: readonly PersonInPhoto[]) => void = () => undefined;
  const { canvas, session, state } = await studioWith(
    () => new Promise((resolve) => (answer = resolve)),
  );
  void session.selecting.selectPeople();
  await vi.waitFor(() => expect(state().note).toContain('Looking for people'));
  expect(canvas.key('Escape')).toBe(true);
  expect(state().isBusy).toBe(false);
  answer([person(LEFT)]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(state().people).toBeUndefined();
});

test('adds nobody to the photo that is opened while the selection is read', async () => {
  const { canvas, open, session, state } = await studioWith(async () => [person(LEFT)]);
  void session.selecting.selectPeople();
  await vi.waitFor(() => expect(state().people).toBeDefined());
  const [{ tiles } = person(LEFT)] = state().people?.people ?? [];
  const read = Promise.withResolvers<ArrayBuffer>();
  vi.spyOn(tiles, 'arrayBuffer').mockReturnValue(read.promise);
  canvas.key('Enter');
  await open('other');
  read.resolve(new Blob([encodeMaskTiles(tilesOf(LEFT))]).arrayBuffer());
  await read.promise;
  await new Promise((resolve) => setTimeout(resolve));
  expect(canvas.paintedPixels()).toBe(0);
});
