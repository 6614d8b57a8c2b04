import type { Page } from 'playwright';

interface Scene {
  readonly page: Page;
  readonly folder: string;
}

export interface Shot {
  /** File name below `docs/guide/pictures`, without extension. */
  readonly name: string;
  prepare(scene: Scene): Promise<void>;
}
