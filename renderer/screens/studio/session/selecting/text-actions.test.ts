import { expect, test, vi } from 'vitest';
import type { TextLineFound } from '../../../../../shared/contract/selection.ts';
import { textBoxesOf } from '../../model/studio-store.ts';
import { createStudioFixture, later, openStudio } from '../../testing/studio-fixture.ts';

function line(x: number, y: number): TextLineFound {
  const bounds = { x, y, width: 80, height: 12 };
  return { bounds, outline: [x, y, x + 80, y, x + 80, y + 12, x, y + 12] };
}

test('shows a box for each found text, leaves one out on request, and highlights the hovered one', async () => {
  const { session, canvas, store, open } = createStudioFixture({
    selection: { text: () => ({ lines: [line(40, 40), line(400, 300)], isWhole: true }) },
  });
  await open();
  void session.selecting.findText();
  await vi.waitFor(() => expect(store.getState().selecting.text).toHaveLength(2));
  await vi.waitFor(() => expect(canvas.found('text')?.things).toHaveLength(2));
  const boxes = () => textBoxesOf(store.getState().run, 'photo');
  expect(boxes()).toHaveLength(2);
  const [, second] = store.getState().selecting.text ?? [];

  session.selecting.lookAtText(second);
  await vi.waitFor(() => expect(canvas.found('text')?.current).toBe(2));
  const { x = 0, y = 0 } = second?.rect ?? {};
  expect(canvas.found('text')?.things[2]?.[0]?.slice(0, 2)).toEqual([x, y]);

  if (second !== undefined) session.selecting.tickText(second, false);
  session.selecting.lookAtText(undefined);
  await vi.waitFor(() => expect(boxes()).toHaveLength(1));
  expect(canvas.found('text')).toMatchObject({ things: [{}, {}] });
  expect(canvas.found('text')?.current).toBeUndefined();
  await session.undo();
  expect(boxes()).toHaveLength(2);
});

test('outlines large letters before small ones are searched, and shows all boxes together', async () => {
  const { session, canvas, store, open } = createStudioFixture({
    selection: {
      text: ({ pass }) =>
        pass === 'coarse'
          ? { lines: [line(40, 40)], isWhole: false }
          : new Promise((resolve) => {
              finish = () => resolve({ lines: [line(40, 40), line(400, 300)], isWhole: true });
            }),
    },
  });
  let finish: (() => void) | undefined;
  await open();
  void session.selecting.findText();
  await vi.waitFor(() => expect(canvas.found('text')?.things).toHaveLength(1));
  const boxes = () => textBoxesOf(store.getState().run, 'photo');
  expect(boxes()).toHaveLength(0);
  await vi.waitFor(() => expect(finish).toBeDefined());
  finish?.();
  await vi.waitFor(() => expect(canvas.found('text')?.things).toHaveLength(2));
  expect(boxes()).toHaveLength(2);
});

test('a search for text in another photo stays marked when the one before it ends', async () => {
  const first = later<{ lines: TextLineFound[]; isWhole: boolean }>();
  const { session, store, open } = await openStudio({
    selection: {
      text: ({ photoId }) => (photoId === 'photo' ? first.promise : later<never>().promise),
    },
  });
  const searched = session.selecting.findText();
  await open('other');
  void session.selecting.findText();
  first.resolve({ lines: [], isWhole: true });
  await searched;
  expect(store.getState().selecting.isBusy).toBe(true);
});
