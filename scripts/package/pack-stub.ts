/**
 * Packs the program against a stand-in for Electron, without installers, whose tools come from the
 * network. Arguments: folder of the stand-in, folder for the output.
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
  // electron-builder's own hook for tests; returning true skips the target
  async effectiveOptionComputed(made: unknown) {
    if (Array.isArray(made)) {
      await copyFile(String(made[1]), join(output, 'deb.desktop'));
    } else if (typeof made === 'object' && made !== null && 'desktop' in made) {
      await writeFile(join(output, 'AppImage.desktop'), String(made.desktop));
    }
    return true;
  },
});
