import { expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../../shared/contract/settings.ts';
import { spotsViewUrl } from '../../../../../shared/media.ts';
import { job, later, openStudio, patch } from '../../testing/studio-fixture.ts';

const viewOf = (look: string): string =>
  spotsViewUrl('photo', DEFAULT_SETTINGS.selecting.spotSensitivity, look);

test('the view of spots shows the photo with the results that arrive', async () => {
  const studio = await openStudio();
  await studio.session.selecting.toggleSpotsView();
  expect(studio.canvas.backdropUrl()).toBe(viewOf(''));
  studio.patches = [patch('a')];
  studio.tell(job('a', { state: 'done' }));
  await vi.waitFor(() => expect(studio.canvas.backdropUrl()).toBe(viewOf('result of a')));
});

test('the view of spots stays closed when Escape comes before it is shown', async () => {
  const settings = later<typeof DEFAULT_SETTINGS>();
  const studio = await openStudio({ settings: { get: () => settings.promise } });
  const toggled = studio.session.selecting.toggleSpotsView();
  expect(studio.canvas.key('Escape')).toBe(true);
  settings.resolve(DEFAULT_SETTINGS);
  await toggled;
  expect(studio.canvas.backdropUrl()).toBeUndefined();
});
