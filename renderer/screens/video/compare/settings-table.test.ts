/** The table of settings that differ. */
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { aJob } from '../../../work/jobs/testing/a-job.ts';
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

describe('settings that differ', () => {
  it('have one row each, with a value for every clip; unset ones say so', () => {
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

  it('are none for equal clips, and hold for a watched task beside a clip of ours', () => {
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
