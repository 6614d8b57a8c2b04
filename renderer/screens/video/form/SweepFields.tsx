import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { SweepAxis } from '../../../../shared/contract/jobs.ts';
import { Fold, Row } from '../../../core/ui/Form.tsx';
import { AXIS_TITLES, firstSweep, problemOfSweep, SWEEP_COUNTS } from '../model/sweep.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { Segments } from '../../../core/ui/Segments.tsx';

const COUNTS = SWEEP_COUNTS.map((count) => ({ value: String(count), label: count }));

const AXES: readonly SweepAxis[] = ['motion', 'noise', 'seed'];

/** The option without a sweep. */
const OFF = 'off';

export function SweepFold() {
  const session = useVideoSession();
  const sweep = useVideo((state) => state.sweep);
  const [first = 3] = SWEEP_COUNTS;
  const count = sweep?.values.length ?? first;
  const axis = sweep?.axis;
  return (
    <Fold
      title="Sweep one setting"
      summary={
        sweep === undefined ? 'Off' : `${AXIS_TITLES[sweep.axis]}, ${sweep.values.length} clips`
      }
    >
      <Row
        label="Setting"
        help="Makes three or four clips that differ in one value, to compare side by side."
      >
        {({ id, helpId }) => (
          <Select
            id={id}
            aria-describedby={helpId}
            data={[
              { value: OFF, label: 'Off' },
              ...AXES.map((value) => ({ value, label: AXIS_TITLES[value] })),
            ]}
            value={axis ?? OFF}
            onChange={(next) =>
              session.store.setState({
                sweep: next === OFF || next === null ? undefined : firstSweep(next, count),
              })
            }
          />
        )}
      </Row>
      {sweep !== undefined && (
        <>
          <Row label="Clips">
            {({ labelId }) => (
              <Segments
                fullWidth
                aria-labelledby={labelId}
                data={COUNTS}
                value={String(count)}
                onChange={(next) =>
                  session.store.setState({ sweep: firstSweep(sweep.axis, Number(next)) })
                }
              />
            )}
          </Row>
          <Row label="Values" error={problemOfSweep(sweep)}>
            {() => (
              <SimpleGrid cols={4} spacing="2xs">
                {sweep.values.map((value, index) => (
                  <TextInput
                    // the fields stay, only their values change
                    key={`${sweep.axis} ${index}`} // oxlint-disable-line react/no-array-index-key
                    inputMode="decimal"
                    aria-label={`${AXIS_TITLES[sweep.axis]} of clip ${index + 1}`}
                    autoComplete="off"
                    value={value}
                    onChange={(event) =>
                      session.store.setState({
                        sweep: {
                          axis: sweep.axis,
                          values: sweep.values.with(index, event.currentTarget.value.trim()),
                        },
                      })
                    }
                  />
                ))}
              </SimpleGrid>
            )}
          </Row>
        </>
      )}
    </Fold>
  );
}
