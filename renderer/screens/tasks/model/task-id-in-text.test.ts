import { expect, it } from 'vitest';
import { taskIdInText } from './task-id-in-text.ts';

const ID = '28d9ce22-ada4-4ba3-9e23-8d0514a4617a';

it.each([
  ['the id alone', ` ${ID}\n`, { taskId: ID }],
  ['the answer to a clip’s submit', `{"task_id":"${ID}"}`, { taskId: ID, family: 'task-result' }],
  [
    'the answer about a task',
    JSON.stringify({ extra: {}, task: { task_id: ID, status: 'TASK_STATUS_QUEUED' } }),
    { taskId: ID, family: 'task-result' },
  ],
  [
    'an answer of the older family',
    JSON.stringify({ code: 0, msg: '', data: { task_id: ID, warn: '' } }),
    { taskId: ID, family: 'progress' },
  ],
  [
    'the address of a result',
    `https://api.example.com/v3/async/task-result?task_id=${ID}`,
    { taskId: ID, family: 'task-result' },
  ],
  [
    'the address of a progress',
    `https://api.example.com/v2/progress?task_id=${ID}&x=1`,
    { taskId: ID, family: 'progress' },
  ],
  [
    'a command line',
    `curl -s 'https://api.example.com/v3/async/task-result?task_id=${ID}' -H 'Authorization: Bearer x'`,
    { taskId: ID, family: 'task-result' },
  ],
  ['a page of a console', `https://console.example.com/tasks/${ID}/logs`, { taskId: ID }],
  ['a part of an answer', `… "task_id": "${ID}", "status": …`, { taskId: ID }],
  ['something else', 'two words', { taskId: 'two words' }],
  ['JSON without a task', '{"code": 3}', { taskId: '{"code": 3}' }],
])('the task id in pasted text is read from %s', (_what, text, found) => {
  expect(taskIdInText(text)).toEqual(found);
});
