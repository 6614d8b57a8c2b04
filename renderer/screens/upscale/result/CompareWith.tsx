import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';
import { titleOfResult } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { REFERENCE_NAMES } from './reference-names.ts';

const KERNELS = Object.entries(REFERENCE_NAMES) as [ResampleKernel, string][];

export function CompareWith(props: {
  readonly others: readonly Job[];
  readonly hasOriginal: boolean;
  readonly children?: ReactNode;
}) {
  const { others, hasOriginal, children } = props;
  const session = useUpscaleSession();
  const chosen = useUpscale((state) => state.reference);
  const other = others.find(({ id }) => chosen.kind === 'result' && id === chosen.jobId);
  const kernel = chosen.kind === 'result' ? 'lanczos' : chosen.kind;
  const name = other === undefined ? REFERENCE_NAMES[kernel] : titleOfResult(other);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          px="xs"
          flex="0 1 auto"
          miw="var(--gesso-number)"
          aria-label={`Compare with: ${name}`}
          title={name}
          rightSection={<IconChevronDown size={16} />}
        >
          with {name.replace(/^Original, /u, '')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={other?.id ?? kernel}
          onChange={(next) => {
            const own = KERNELS.find(([each]) => each === next);
            session.setReference(
              own === undefined ? { kind: 'result', jobId: next } : { kind: own[0] },
            );
          }}
        >
          {hasOriginal &&
            KERNELS.map(([kind, label]) => (
              <Menu.RadioItem key={kind} value={kind} closeMenuOnClick>
                {label}
              </Menu.RadioItem>
            ))}
          {others.length > 0 && <Menu.Label>Other results</Menu.Label>}
          {others.map((job) => (
            <Menu.RadioItem key={job.id} value={job.id} closeMenuOnClick>
              {titleOfResult(job)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
