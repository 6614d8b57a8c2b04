/** Fills a data folder with finished jobs. Arguments: the folder and the number of jobs. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { createJobStore } from '../../electron/backend/work/jobs/log/job-store.ts';
import { transaction } from '../../electron/backend/library/database.ts';
import { createBackendFixture } from '../../electron/testing/backend-fixture.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const dataFolder = join(folder, 'data');
const fixture = await createBackendFixture({ folder, dataFolder });
await fixture[Symbol.asyncDispose]();

const database = new DatabaseSync(join(dataFolder, 'library.db'));
const jobs = createJobStore(database);
transaction(database, () => {
  for (let index = 0; index < Number(count); index++) {
    const picture = { photoId: `photo ${index % 50}` };
    const parameters = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20 } as const;
    const at = 1_790_000_000_000 + index * 60_000;
    const job = jobs.add(
      {
        request: { kind: 'video', picture, parameters },
        profile: 'SVD 20',
        subject: {
          photoId: picture.photoId,
          photoName: `Photo ${index % 50}.jpg`,
          region: { x: 0, y: 0, width: 1024, height: 576 },
        },
        connectionId: 'account',
        connectionName: 'Account',
        requestHash: `hash ${index}`,
        patchIds: [[]],
      },
      at,
    );
    jobs.update(job.id, { state: 'queued', taskId: `task ${index}`, submittedAt: at });
    jobs.update(job.id, { state: 'done', endedAt: at + 30_000, findings: { seed: `${index}` } });
  }
});
database.close();
