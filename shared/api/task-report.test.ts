import { describe, expect, it } from 'vitest';
import { reportOfAnswer } from './task-report.ts';

describe('the last answer about a task', () => {
  it('shows type, status, times and content checks of the newer family', () => {
    const answer = {
      extra: { seed: 1, debug_info: { submit_time_ms: '1700000000000', request_info: 'x' } },
      task: { task_id: 't', task_type: 'IMG_TO_VIDEO', status: 'TASK_STATUS_SUCCEED' },
      images: [{ image_url: 'u', nsfw_detection_result: { valid: true, confidence: 12 } }, {}],
    };
    expect(reportOfAnswer(JSON.stringify(answer))).toEqual({
      taskType: 'IMG_TO_VIDEO',
      status: 'TASK_STATUS_SUCCEED',
      info: undefined,
      times: [{ name: 'submit_time_ms', value: '1700000000000' }],
      contentChecks: [{ valid: true, confidence: 12 }],
    });
  });

  it('shows the older family within its envelope', () => {
    const data = {
      status: 1,
      info: ' two steps ',
      submit_time: '2026-01-01 10:00:00',
      finish_time: '',
      nsfw_detection_result: [{ valid: false, confidence: 99 }],
      debug_info: { execution_time_ms: 1700000000001, finish_time_ms: 0 },
    };
    expect(reportOfAnswer(JSON.stringify({ code: 0, data }))).toEqual({
      taskType: undefined,
      status: '1',
      info: 'two steps',
      times: [
        { name: 'submit_time', value: '2026-01-01 10:00:00' },
        { name: 'execution_time_ms', value: '1700000000001' },
      ],
      contentChecks: [{ valid: false, confidence: 99 }],
    });
  });

  it('is only text when it cannot be parsed', () => {
    expect(reportOfAnswer('{"task": {')).toBeUndefined();
    expect(reportOfAnswer('[]')).toBeUndefined();
  });
});
