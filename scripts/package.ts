/**
 * Packages for this system, into `dist/`. Passes arguments on to electron-builder, e.g. `npm run
 * package -- --dir`.
 */
import { buildForPackage } from './package/build.ts';
import { runTool } from './package/run.ts';

const built = await buildForPackage(true);
if (built.code === 0) {
  const parameters = ['--config', 'electron-builder.yml', ...process.argv.slice(2)];
  const packed = await runTool(
    'electron-builder',
    'electron-builder',
    [...parameters, '--publish', 'never'],
    true,
  );
  process.exitCode = packed.code;
} else process.exitCode = built.code;
