/** Paths in the packaged program and in a checkout. */
import { join } from 'node:path';

export interface HostLocations {
  readonly page: string;
  readonly preload: string;
  readonly samples: string;
  readonly notices: string;
  readonly models: string;
  readonly data: string;
  readonly logs: string;
  readonly windowPlaces: string;
}

/** @param userData `app.getPath('userData')` @param resources `process.resourcesPath` */
export function hostLocations(from: {
  readonly mainFolder: string;
  readonly userData: string;
  readonly resources: string;
  readonly isPackaged: boolean;
  /** Absolute; `undefined` for the default. */
  readonly chosenData: string | undefined;
}): HostLocations {
  const { mainFolder, userData, resources, isPackaged, chosenData } = from;
  return {
    page: join(mainFolder, '..', 'renderer'),
    preload: join(mainFolder, '..', 'preload', 'preload.cjs'),
    samples: isPackaged
      ? join(resources, 'samples')
      : join(mainFolder, '..', '..', 'assets', 'samples'),
    notices: isPackaged
      ? join(resources, 'licences')
      : join(mainFolder, '..', '..', 'node_modules', '@img'),
    models: isPackaged ? join(resources, 'models') : join(mainFolder, '..', '..', 'node_modules'),
    data: chosenData ?? join(userData, 'data'),
    logs: join(userData, 'logs'),
    windowPlaces: join(userData, 'window.json'),
  };
}
