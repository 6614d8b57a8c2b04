/** Fills a data folder with calls. Arguments: folder, how many. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { createCallRows } from '../../../electron/backend/activity/call-rows.ts';
import { transaction } from '../../../electron/backend/library/database.ts';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { OPERATIONS } from '../../../shared/contract/activity.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const dataFolder = join(folder, 'data');
const fixture = await createBackendFixture({ folder, dataFolder });
await fixture[Symbol.asyncDispose]();

/** Ends yesterday, so that nothing is too old. */
const LAST = Date.now() - 86_400_000;
const APART = 60_000;

const database = new DatabaseSync(join(dataFolder, 'library.db'));
const rows = createCallRows(database);
transaction(database, () => {
  for (let index = 0; index < Number(count); index++) {
    const at = LAST - (Number(count) - index) * APART;
    const isOk = index % 7 !== 0;
    rows.add({
      startedAt: at,
      lastAt: at,
      operation: OPERATIONS[index % OPERATIONS.length] ?? 'other',
      method: 'POST',
      address: `https://api.example.com/v3/cleanup`,
      connectionId: 'practice',
      connectionName: 'Practice',
      outcome: isOk ? 'ok' : 'failed',
      status: isOk ? 200 : 500,
      milliseconds: 1200,
      sentBytes: 1_000_000,
      receivedBytes: 900_000,
      cost: 0,
      tries: 1,
      looks: 1,
      jobId: `job-${index % 5000}`,
      exchange: {
        request: {
          query: {},
          headers: { authorization: 'Bearer $GESSO_API_KEY', 'content-type': 'application/json' },
          body: { image_file: '<picture, 1.0 MB>', mask_file: '<picture, 12.0 kB>' },
        },
        answer: { headers: {}, body: { image_file: '<picture, 0.9 MB>', image_type: 'png' } },
        tries: [{ status: isOk ? 200 : 500, milliseconds: 1200 }],
      },
    });
  }
});
database.close();
