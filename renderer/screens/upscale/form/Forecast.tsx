/** The size of the result while the form is filled in, or the nearest one that works. */
import { Button, Text } from '@mantine/core';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { expectedUpscale, problemOfSize } from '../../../../shared/geometry/upscale-size.ts';
import { problemsOf, wantedSize, withSize } from '../model/form.ts';
import {
  describeAll,
  describeArea,
  describeEdges,
  describePixels,
  describeWish,
} from '../model/size-words.ts';
import { useUpscaleSession } from '../session/index.ts';
import { useSendable } from './use-sendable.ts';
import { useUpscaleMeasures } from './use-measures.ts';
import classes from './Form.module.css';

export function Forecast({ form, photo }: { readonly form: UpscaleForm; readonly photo: Size }) {
  const session = useUpscaleSession();
  const measures = useUpscaleMeasures();
  const { ready } = useSendable();
  const { factor, width, height } = problemsOf(form);
  if (factor !== undefined || width !== undefined || height !== undefined) return null;
  const wanted = wantedSize(form);
  const expected = expectedUpscale(photo, wanted, measures);
  const problem = problemOfSize(photo, wanted, expected.rule);
  if (problem !== undefined) {
    return (
      <div className={classes['forecast']} role="alert">
        <Text size="xs" c="var(--mantine-color-error)">
          {problem.message}
        </Text>
        <Button size="compact-sm" onClick={() => session.change(withSize(form, problem.nearest))}>
          Use {describeWish(problem.nearest)}
        </Button>
      </div>
    );
  }
  const edges = describeEdges(expected);
  return (
    <div className={classes['forecast']} role="status" aria-label="Size of the result">
      <Text size="sm" fw={600}>
        {describePixels(expected.size)}
        <Text span size="xs" c="dimmed" fw={400}>
          {' '}
          {expected.isMeasured ? 'like your last ones' : 'expected'}
        </Text>
      </Text>
      <Text size="xs" c="dimmed">
        {describeArea(expected.size)}
      </Text>
      {ready.length > 1 && (
        <Text size="xs">
          {describeAll(ready.map((each) => expectedUpscale(each, wanted, measures).size))}
        </Text>
      )}
      {edges !== undefined && <Text size="xs">{edges}</Text>}
    </div>
  );
}
