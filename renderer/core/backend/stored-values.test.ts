import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { DEFAULT_SCREEN_STATE, type ScreenState } from '../../../shared/contract/screen-state.ts';
import { picked } from './stored-values.ts';

const KEY = ['screen-state'];

/** Records the renders of a component that only reads `data`, like the hooks. */
function drawingsOf(client: QueryClient, names: readonly (keyof ScreenState)[]) {
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: () => DEFAULT_SCREEN_STATE,
    staleTime: Number.POSITIVE_INFINITY,
    select: picked<ScreenState, keyof ScreenState>(names),
  });
  const drawn: unknown[] = [];
  const draw = () => drawn.push(observer.trackResult(observer.getCurrentResult()).data);
  draw();
  observer.subscribe(draw);
  return drawn;
}

it('renders only what shows a changed value again', async () => {
  const client = new QueryClient();
  client.setQueryData(KEY, DEFAULT_SCREEN_STATE);
  const sizes = drawingsOf(client, ['brushSize', 'eraserSize']);
  const panel = drawingsOf(client, ['panelWidth', 'spendView']);
  client.setQueryData<ScreenState>(KEY, { ...DEFAULT_SCREEN_STATE, brushSize: 12 });
  await expect.poll(() => sizes.length).toBe(2);
  expect(sizes.at(-1)).toEqual({ brushSize: 12, eraserSize: 80 });
  // answers of the backend have equal values in new objects
  client.setQueryData<ScreenState>(KEY, {
    ...structuredClone(DEFAULT_SCREEN_STATE),
    brushSize: 13,
  });
  await expect.poll(() => sizes.length).toBe(3);
  expect(panel).toHaveLength(1);
  client.setQueryData<ScreenState>(KEY, { ...DEFAULT_SCREEN_STATE, panelWidth: 333 });
  await expect.poll(() => panel.length).toBe(2);
  client.clear();
});
