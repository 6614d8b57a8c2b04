/** Opens a data folder and lists its jobs; prints how long each took. Argument: folder. */
import { join } from 'node:path';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';

const [folder = ''] = process.argv.slice(2);
/** As many as a window asks for. */
const PAGE = 200;

const started = performance.now();
const fixture = await createBackendFixture({ folder, dataFolder: join(folder, 'data') });
const opened = performance.now();
const jobs = await fixture.client().jobs.list({ limit: PAGE });
const listed = performance.now();
if (jobs.length === 0) throw new Error('The log is empty.');
await fixture[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify({ starting: opened - started, listing: listed - opened }));
