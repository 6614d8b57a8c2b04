/** A sweep: three or four values of one setting in place of one. */
import { Button, Group, Input, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconChartDots } from '@tabler/icons-react';
import type { SweepAxis } from '../../../../shared/contract/jobs.ts';
import { AXIS_TITLES, firstSweep, problemOfSweep, SWEEP_COUNTS } from '../model/sweep.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import classes from './Form.module.css';

const AXES: readonly SweepAxis[] = ['motion', 'noise', 'seed'];

export function SweepFields() {
  const session = useVideoSession();
  const sweep = useVideo((state) => state.sweep);
  const [first = 3] = SWEEP_COUNTS;
  if (sweep === undefined) {
    return (
      <div className={classes['field']}>
        <Button
          leftSection={<IconChartDots size={16} />}
          onClick={() => session.setSweep(firstSweep('motion', first))}
        >
          Sweep one setting…
        </Button>
        <Input.Description>
          Makes three or four clips that differ in one value, to compare side by side.
        </Input.Description>
      </div>
    );
  }
  const { axis, values } = sweep;
  const problem = problemOfSweep(sweep);
  return (
    <fieldset className={classes['sweep']} aria-label="Sweep">
      <div className={classes['head']}>
        <Text size="sm" fw={500}>
          Sweep
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => session.setSweep(undefined)}
        >
          One clip only
        </Button>
      </div>
      <Group gap="2xs" wrap="nowrap">
        <SegmentedControl
          className={classes['grow'] ?? ''}
          fullWidth
          aria-label="Setting"
          data={AXES.map((value) => ({ value, label: AXIS_TITLES[value] }))}
          value={axis}
          onChange={(next) => session.setSweep(firstSweep(next, values.length))}
        />
        <SegmentedControl
          aria-label="Clips"
          data={SWEEP_COUNTS.map(String)}
          value={String(values.length)}
          onChange={(count) => session.setSweep(firstSweep(axis, Number(count)))}
        />
      </Group>
      <div className={classes['values']}>
        {values.map((value, index) => (
          <TextInput
            // the places stay, their values change
            key={`${axis} ${index}`} // oxlint-disable-line react/no-array-index-key
            size="xs"
            inputMode="decimal"
            aria-label={`${AXIS_TITLES[axis]} of clip ${index + 1}`}
            autoComplete="off"
            value={value}
            onChange={(event) =>
              session.setSweep({
                axis,
                values: values.with(index, event.currentTarget.value.trim()),
              })
            }
          />
        ))}
      </div>
      {problem !== undefined && <Input.Error role="alert">{problem}</Input.Error>}
    </fieldset>
  );
}
