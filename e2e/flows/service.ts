/** A window connected to the test's own service. */
import type { Page } from 'playwright';
import type { Service } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';
import { openPhoto, paintStroke, waitForStudio } from './studio.ts';

export const CLEANUP_PATH = '/v3/cleanup';

/** Opens a window with an account and a painted photo. */
export async function openOnService<Window extends { readonly page: Page }>(
  open: (options: {
    readonly args: readonly string[];
    readonly account: Service;
  }) => Promise<Window>,
  folder: string,
  service: Service,
  args: readonly string[] = [],
) {
  const window = await open({ args, account: service });
  const file = await putFile(folder, 'photo.png', await noiseRgb(800, 600).png().toBuffer());
  await waitForStudio(window.page);
  await openPhoto(window.page, file);
  await paintStroke(window.page);
  return window;
}

/** Returns the number of clean-up calls. */
export async function cleanUpCalls(service: Service): Promise<number> {
  return (await service.requests(CLEANUP_PATH)).length;
}
