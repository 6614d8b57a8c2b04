/** Takes down calls as the service's client does; prints milliseconds for each. Arguments: folder, how many. */
import { openDatabase } from '../../../electron/backend/library/database.ts';
import { createCallLog } from '../../../electron/backend/activity/call-log.ts';
import { createCallRows } from '../../../electron/backend/activity/call-rows.ts';
import { createCallMeter } from '../../../electron/backend/service/call-meter.ts';
import { outlineOf } from '../../../electron/backend/service/outline/outline.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const { database } = await openDatabase(folder);
const log = createCallLog({
  database,
  rows: createCallRows(database),
  kept: () => ({ isOn: true, calls: 100_000, days: 365 }),
  now: Date.now,
  price: () => 0,
  nameOf: () => 'Account',
  onChange: () => undefined,
  onTrouble: (error) => {
    throw new Error(error.message);
  },
});

/** A conversation of some length, with a picture in it. */
const messages = Array.from({ length: 40 }, (_, index) => ({
  role: 'user',
  content:
    index === 3 ? [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }] : 'x',
}));
const headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

const started = performance.now();
for (let call = 0; call < Number(count); call++) {
  const meter = createCallMeter(
    () => ({
      operation: 'chat',
      method: 'POST',
      address: 'https://api.example.com/v3/chat/completions',
      connectionId: 'account',
      isFree: false,
      jobId: undefined,
      mayCost: true,
      request: { query: {}, headers: {}, body: outlineOf({ model: 'm', messages, seed: call }) },
    }),
    log.take,
  );
  const one = meter.begin();
  one.phase({ phase: 'sending', sentBytes: 1000, totalBytes: 1000 });
  one.answered({
    status: 200,
    header: (name) => headers[name],
    body: (async function* nothing() {})(),
    discard: () => undefined,
  });
  one.note({ choices: [{ text: 'x', finish_reason: 'stop' }], usage: { prompt_tokens: 1 } });
  one.end();
  meter.end({ startedAt: Date.now() });
}
log.close();
const milliseconds = (performance.now() - started) / Number(count);
database.close();
process.stdout.write(JSON.stringify({ milliseconds }));
