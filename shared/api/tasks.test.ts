import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskOfProgress } from './progress.ts';
import { TASK_STATUSES, taskOfAnswer } from './tasks.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const FILE = 'https://s3.example/v/1.mp4';

function answer(task: object, rest: object = {}) {
  return taskOfAnswer({ task, ...rest }, NOW);
}

describe('GET /v3/async/task-result', () => {
  it('is parsed with all its optional fields', () => {
    const found = taskOfAnswer(
      {
        extra: { seed: '12345678901234567890', debug_info: {} },
        task: {
          task_id: 't-1',
          task_type: 'IMG_TO_VIDEO',
          status: 'TASK_STATUS_SUCCEED',
          reason: '',
          eta: 0,
          progress_percent: 0,
        },
        images: [],
        videos: [{ video_url: FILE, video_url_ttl: '3600', video_type: 'mp4' }],
      },
      NOW,
    );
    expect(found).toEqual({
      taskId: 't-1',
      status: 'succeeded',
      rawStatus: 'TASK_STATUS_SUCCEED',
      reason: undefined,
      progress: 1,
      etaSeconds: 0,
      seed: '12345678901234567890',
      files: [{ url: FILE, mediaHint: 'mp4', expiresAt: NOW + 3_600_000, contentCheck: undefined }],
      previews: [],
      finishedAt: undefined,
    });
  });

  it('knows the statuses, and treats any other as a task that still runs', () => {
    const statusOf = (name: string) => answer({ status: `TASK_STATUS_${name}` })?.status;
    const known = ['QUEUED', 'PROCESSING', 'SUCCEED', 'FAILED'].map(statusOf);
    expect(known).toEqual(['queued', 'processing', 'succeeded', 'failed']);
    for (const name of ['CANCELED', 'constructor', '']) expect(statusOf(name)).toBe('unrecognised');
    expect(answer({ status: 'TASK_STATUS_PAUSED' })?.rawStatus).toBe('TASK_STATUS_PAUSED');
    expect(answer({ status: 'succeed' })?.status).toBe('succeeded');
    expect(answer({ status: null })?.status).toBe('unrecognised');
    expect(answer({})?.rawStatus).toBe('');
  });

  it('reports progress only as far as it is known', () => {
    const running = (percent: unknown, eta: unknown) => {
      const task = { status: 'TASK_STATUS_PROCESSING', progress_percent: percent, eta };
      const found = answer(task);
      return [found?.progress, found?.etaSeconds];
    };
    expect(running(40, 12)).toEqual([0.4, 12]);
    expect(running('40', '12')).toEqual([0.4, 12]);
    expect(running(0, 0)).toEqual([undefined, undefined]);
    expect(running(null, undefined)).toEqual([undefined, undefined]);
    expect(running(0, 30)).toEqual([0, 30]);
    expect(running(250, -1)).toEqual([1, undefined]);
    const failed = answer({ status: 'TASK_STATUS_FAILED', progress_percent: 80 });
    expect(failed).toMatchObject({ progress: undefined });
  });

  it('parses images too, in any notation of their lifetime', () => {
    const images = [
      {
        image_url: 'https://h/a.PNG?x=1',
        image_url_ttl: 60,
        nsfw_detection_result: { valid: true, confidence: '93.5' },
      },
      { image_url: 'https://h/b', image_url_ttl: '60', image_type: 'jpg' },
      { image_url: 'https://h/c', image_url_ttl: '0', nsfw_detection_result: 'odd' },
    ];
    const files = answer({ status: 'TASK_STATUS_SUCCEED' }, { images, videos: null })?.files;
    expect(files?.map(({ mediaHint, expiresAt }) => [mediaHint, expiresAt])).toEqual([
      ['png', NOW + 60_000],
      ['jpeg', NOW + 60_000],
      [undefined, undefined],
    ]);
    expect(files?.[0]?.contentCheck).toEqual({ valid: true, confidence: 93.5 });
  });

  it('leaves out addresses that are not http or https', () => {
    const videos = ['file:///etc/passwd', '', null, 7, 'data:video/mp4;base64,AAAA', 'javascript:x']
      .map((url) => ({ video_url: url }))
      .concat([{ video_url: FILE }]);
    const found = answer({ status: 'TASK_STATUS_SUCCEED' }, { videos: [null, 'x', ...videos] });
    expect(found?.files.map((file) => file.url)).toEqual([FILE]);
  });

  it('returns nothing when it does not describe a task', () => {
    for (const json of [null, [], 'x', {}, { task: null }, { task: [] }]) {
      expect(taskOfAnswer(json, NOW)).toBeUndefined();
    }
  });
});

describe('GET /v2/progress', () => {
  const read = (data: unknown) => taskOfProgress(data, 't-2', NOW);

  it('is parsed to the same shape', () => {
    const found = read({
      status: 2,
      progress: 1,
      eta_relative: 0,
      imgs: ['https://h/a.png'],
      failed_reason: '',
      current_images: ['https://h/now.png'],
      submit_time: '2026-11-21 12:00:00',
      info: '',
      enable_nsfw_detection: true,
      nsfw_detection_result: [{ valid: false, confidence: 12 }],
      debug_info: { submit_time_ms: 1, finish_time_ms: NOW },
    });
    expect(found).toEqual({
      taskId: 't-2',
      status: 'succeeded',
      rawStatus: '2',
      reason: undefined,
      progress: 1,
      etaSeconds: 0,
      seed: undefined,
      files: [
        {
          url: 'https://h/a.png',
          mediaHint: 'png',
          expiresAt: undefined,
          contentCheck: { valid: false, confidence: 12 },
        },
      ],
      previews: ['https://h/now.png'],
      finishedAt: NOW,
    });
  });

  it('treats an unknown number or word with a file as the end, and no known one', () => {
    const imgs = ['https://h/a.png'];
    const statusOf = (status: unknown) => read({ status, imgs })?.status;
    for (const status of [5, 'x', null]) expect(statusOf(status)).toBe('succeeded');
    expect([1, 3].map(statusOf)).toEqual(['processing', 'failed']);
    const videos = [{ video_url: 'https://h/v.mp4' }];
    const words = ['TASK_STATUS_COMPLETED', 'done', '', 'TASK_STATUS_PROCESSING'];
    const statuses = words.map((status) => taskOfAnswer({ task: { status }, videos }, NOW)?.status);
    expect(statuses).toEqual(['succeeded', 'succeeded', 'succeeded', 'processing']);
    const done = { status: 'DONE' };
    expect(answer(done, { videos })).toMatchObject({ rawStatus: 'DONE', progress: 1 });
    expect(answer(done, { videos: [] })?.status).toBe('unrecognised');
  });

  it('knows the numbers, and treats any other as a task that still runs', () => {
    const statusOf = (status: unknown) => read({ status })?.status;
    expect([0, 1].map(statusOf)).toEqual(['queued', 'processing']);
    for (const status of [2, '2']) expect(statusOf(status)).toBe('succeeded');
    for (const status of [3, 4]) expect(statusOf(status)).toBe('failed');
    for (const status of [5, -1, 'x', null]) expect(statusOf(status)).toBe('unrecognised');
    expect(read({ status: 4 })?.reason).toBe('The task timed out.');
    expect(read({ status: 3, failed_reason: 'no' })?.reason).toBe('no');
    expect(read({ status: 'x' })?.rawStatus).toBe('x');
  });

  it('survives nulls, and current images as null, text or a list', () => {
    const data = { status: 1, imgs: null, nsfw_detection_result: null, debug_info: null };
    expect(read({ ...data, current_images: null })).toMatchObject({ files: [], previews: [] });
    const url = 'https://h/x.png';
    for (const current_images of [url, [url, 5, '']])
      expect(read({ ...data, current_images })?.previews).toEqual([url]);
    for (const json of [null, [], 'x', 1]) expect(read(json)).toBeUndefined();
  });

  it('accepts progress from 0 to 1, and a percentage', () => {
    const progress = (value: unknown) =>
      read({ status: 1, progress: value, eta_relative: 5 })?.progress;
    expect([0.25, '0.25', 1, 25, 1000].map(progress)).toEqual([0.25, 0.25, 1, 0.25, 1]);
  });
});

it('any answer about a task is a task that keeps its invariants, or nothing', () => {
  const json = fc.jsonValue();
  const task = fc.record(
    { status: json, reason: json, eta: json, progress_percent: json },
    { requiredKeys: [] },
  );
  const body = fc.record({ task, images: json, videos: json, extra: json }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(body, json), (value) => {
      for (const found of [taskOfAnswer(value, NOW), taskOfProgress(value, 't', NOW)]) {
        if (found === undefined) continue;
        expect(TASK_STATUSES).toContain(found.status);
        const { progress = 0, etaSeconds = 0, reason } = found;
        expect(progress >= 0 && progress <= 1 && etaSeconds >= 0).toBe(true);
        expect(reason).not.toBe('');
      }
    }),
  );
});
