/**
 * Adds a folder to the training files, checks it, uploads it, and prints times and memory as JSON. Idle is
 * measured once a few files have gone the same way, so that the libraries are loaded. Arguments: base URL,
 * key, folder of the files, of the few, for data; uploads at once.
 */
import { join } from 'node:path';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { WHOLE_LIST } from '../../../electron/testing/training-list.ts';
import type { TrainingState, TrainingSummary } from '../../../shared/contract/training.ts';
import { highWaterMark, resetHighWaterMark } from '../resident-memory.ts';
import type { UploadReport } from '../training.ts';

const [baseUrl = '', key = '', files = '', few = '', folder = '', atOnce = '1'] =
  process.argv.slice(2);
const fixture = await createBackendFixture({
  service: { baseUrl, key },
  folder,
  dataFolder: join(folder, 'data'),
});
const { training, settings } = fixture.client();

/** As a window follows the counters; looking more often would be work of its own. */
async function until(...none: readonly TrainingState[]): Promise<TrainingSummary> {
  for await (const summary of await training.changes()) {
    if (none.every((state) => summary.counts[state] === 0)) return summary;
  }
  throw new Error('The stream of counters ended.');
}

await settings.update({ trainingUploads: Number(atOnce) });
await fixture.backend().training.addPaths([few]);
await until('checking');
await training.upload({ selection: { view: WHOLE_LIST } });
const before = await until('waiting', 'sending', 'finishing');
await resetHighWaterMark(process.pid);
const idle = process.memoryUsage.rss();
const started = performance.now();
await fixture.backend().training.addPaths([files]);
await until('checking');
const checked = performance.now();
const peakOfCheck = await highWaterMark(process.pid);
await resetHighWaterMark(process.pid);
await training.upload({ selection: { view: WHOLE_LIST } });
const { counts } = await until('waiting', 'sending', 'finishing');
const report: UploadReport = {
  uploaded: counts.done - before.counts.done,
  checkMilliseconds: checked - started,
  uploadMilliseconds: performance.now() - checked,
  idle,
  peakOfCheck,
  peakOfUpload: await highWaterMark(process.pid),
};
process.stdout.write(JSON.stringify(report));
await fixture[Symbol.asyncDispose]();
