/**
 * Packs the program for Linux against a stand-in for Electron, and keeps the desktop entries that
 * electron-builder writes for its installers. The installers themselves need tools from the network
 * and are not made.
 *
 * Arguments: folder of the stand-in, folder for the output. Below the latter come `linux-unpacked`,
 * `AppImage.desktop` and `deb.desktop`.
 */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { PROJECT } from './run.ts';

const [electronDist = '', output = ''] = process.argv.slice(2);

await build({
  projectDir: PROJECT,
  targets: Platform.LINUX.createTarget(['dir', 'AppImage', 'deb']),
  publish: 'never',
  config: {
    extends: join(PROJECT, 'electron-builder.yml'),
    electronDist,
    directories: { output, buildResources: 'out/icons' },
  },
  // electron-builder's own hook for tests: it is given all that a target is made of; true ends it
  async effectiveOptionComputed(made: unknown) {
    if (Array.isArray(made)) {
      await copyFile(String(made[1]), join(output, 'deb.desktop'));
    } else if (typeof made === 'object' && made !== null && 'desktop' in made) {
      await writeFile(join(output, 'AppImage.desktop'), String(made.desktop));
    }
    return true;
  },
});
