/** `npm run check:electron`: fails when the Electron that is shipped has grown old. Needs the network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ageProblems } from './package/electron-age.ts';
import { PROJECT, runCommand } from './package/run.ts';

const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};
const version = manifest.devDependencies['electron'] ?? '';
const { code, output } = await runCommand('npm', ['view', 'electron', 'time', '--json']);
if (code !== 0) throw new Error(`The releases of Electron cannot be asked for.\n${output}`);
const problems = ageProblems(
  version,
  JSON.parse(output) as Readonly<Record<string, string>>,
  new Date(),
);
process.stdout.write(`Electron ${version}: ${problems.join(' ') || 'recent enough'}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
