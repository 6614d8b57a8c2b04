import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { differingSettings } from './settings-table.ts';

const PARAMETERS = { model: 'SVD-XT', resizeMode: 'CROP_TO_ASPECT_RATIO', steps: 25 } as const;

function clip(parameters: Readonly<Record<string, unknown>>, changes: Partial<Job> = {}) {
  const brief: Job['brief'] = {
    kind: 'video',
    picture: { photoId: 'photo-1' },
    parameters: { ...PARAMETERS, ...parameters },
  };
  return { job: aJob({ kind: 'video', brief, seed: '7', ...changes }), output: undefined };
}

describe('the table of different settings', () => {
  it('has one row per setting, with a value for every clip and a note for unset ones', () => {
    const { rows, equal } = differingSettings([
      clip({ motionBucketId: 40 }),
      clip({ motionBucketId: 127 }),
      clip({}, { seed: '123456789012345678' }),
    ]);
    expect(rows).toEqual([
      { name: 'Motion', values: ['40', '127', 'Not set'] },
      { name: 'Seed', values: ['7', '7', '123456789012345678'] },
    ]);
    expect(equal).toBeGreaterThan(4);
  });

  it('is empty for equal clips, and works for a watched task next to our own clip', () => {
    expect(differingSettings([clip({}), clip({})]).rows).toEqual([]);
    const watched = {
      job: aJob({ kind: 'watch', brief: { kind: 'watch', family: 'task-result' } }),
      output: undefined,
    };
    const names = differingSettings([clip({}), watched]).rows.map(({ name }) => name);
    expect(names).toContain('Model');
    expect(names).toContain('Seed');
  });
});
