/** Opens a data folder and lists its jobs; prints how long each took. Argument: folder. */
import { join } from 'node:path';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';

const [folder = ''] = process.argv.slice(2);
/** As many as the Tasks screen asks for; a short log has more. */
const PAGE = 60;

const started = performance.now();
const fixture = await createBackendFixture({ folder, dataFolder: join(folder, 'data') });
const opened = performance.now();
const jobs = await fixture.client().jobs.entries({ limit: PAGE });
const listed = performance.now();
if (jobs.length !== PAGE) throw new Error('The page is not full.');
await fixture[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify({ starting: opened - started, listing: listed - opened }));
