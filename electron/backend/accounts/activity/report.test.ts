import { expect, it } from 'vitest';
import type { RecordedCall } from '../../../../shared/contract/activity.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { reportText } from './report.ts';

const CALL: Omit<RecordedCall, 'address'> = {
  id: 1,
  startedAt: 1,
  lastAt: 1,
  operation: 'cleanup',
  method: 'POST',
  connectionId: 'a',
  connectionName: 'Mine',
  isPractice: false,
  outcome: 'ok',
  milliseconds: 40,
  sentBytes: 10,
  receivedBytes: 20,
  tries: 1,
  looks: 1,
};

it.each([
  ['https://api.example.com/v3/cleanup', 'api.example.com/v3/cleanup'],
  ['https://api.example.com/proxy/anna-schmidt/v3/cleanup', 'api.example.com/…/v3/cleanup'],
  ['https://api.example.com/t-4711/v3/async/task-result', 'api.example.com/…/v3/async/task-result'],
  ['https://api.example.com/of/anna/chat', 'api.example.com/…'],
  ['https://storage.example.com/…', 'storage.example.com/…'],
  ['http://127.0.0.1:8080/v3/chat/completions', '127.0.0.1:8080/v3/chat/completions'],
  ['practice', '…'],
])('S22 a report has the host and the known path of %s', (address, shown) => {
  const text = reportText({
    now: 1,
    version: '1',
    window: { width: 1, height: 1, pixelRatio: 1 },
    settings: DEFAULT_SETTINGS,
    connections: { accounts: 1, isPracticeActive: false },
    isRecorded: true,
    calls: [{ ...CALL, address }],
    failures: [],
    inner: [],
  });
  expect(text).toContain(`  POST ${shown}  `);
});
