/** One picture of the guide. */
import type { Page } from 'playwright';

/** Everything that a picture is prepared with. */
export interface Scene {
  readonly page: Page;
  /** For files that are made. */
  readonly folder: string;
}

export interface Shot {
  /** The file's name below `docs/guide/pictures`, without its ending. */
  readonly name: string;
  /** Brings the window to the state that the picture shows. */
  prepare(scene: Scene): Promise<void>;
}
