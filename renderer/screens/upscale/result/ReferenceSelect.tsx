/** The other side of a comparison: the original by a method, or another result. */
import { Select } from '@mantine/core';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';
import { titleOfResult } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { REFERENCE_NAMES } from './reference-names.ts';

export function ReferenceSelect(props: {
  readonly others: readonly Job[];
  readonly hasOriginal: boolean;
  readonly isDisabled?: boolean;
}) {
  const { others, hasOriginal, isDisabled = false } = props;
  const session = useUpscaleSession();
  const chosen = useUpscale((state) => state.reference);
  const isOther = chosen.kind === 'result' && others.some(({ id }) => id === chosen.jobId);
  const value = isOther ? chosen.jobId : chosen.kind === 'result' ? 'lanczos' : chosen.kind;
  return (
    <Select
      size="xs"
      aria-label="Compare with"
      checkIconPosition="right"
      value={value}
      disabled={isDisabled}
      data={[
        ...(hasOriginal
          ? Object.entries(REFERENCE_NAMES).map(([kind, label]) => ({ value: kind, label }))
          : []),
        ...(others.length > 0
          ? [
              {
                group: 'Other results',
                items: others.map((job) => ({ value: job.id, label: titleOfResult(job) })),
              },
            ]
          : []),
      ]}
      onChange={(next) => {
        if (next === null) return;
        session.setReference(
          Object.hasOwn(REFERENCE_NAMES, next)
            ? { kind: next as ResampleKernel }
            : { kind: 'result', jobId: next },
        );
      }}
    />
  );
}
