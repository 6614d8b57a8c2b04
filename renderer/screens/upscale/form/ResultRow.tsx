import { Button, Text } from '@mantine/core';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { expectedUpscale, problemOfSize } from '../../../../shared/geometry/upscale-size.ts';
import { Row } from '../../../core/ui/Form.tsx';
import { problemsOf, wantedSize, withSize } from '../model/form.ts';
import {
  describeAll,
  describeArea,
  describeEdges,
  describePixels,
  describeRequestedSize,
} from '../model/size-words.ts';
import { useUpscaleSession } from '../session/index.ts';
import shared from '../../../core/ui/shared.module.css';
import { useSendable } from './use-sendable.ts';
import { useUpscaleMeasures } from './use-measures.ts';

export function ResultRow({ form, photo }: { readonly form: UpscaleForm; readonly photo: Size }) {
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
      <Row label="Result" error={problem.message}>
        {() => (
          <Button onClick={() => session.change(withSize(form, problem.nearest))}>
            Use {describeRequestedSize(problem.nearest)}
          </Button>
        )}
      </Row>
    );
  }
  const source = expected.isMeasured ? 'Like your last ones.' : 'Expected.';
  const edges = describeEdges(expected);
  return (
    <Row label="Result" help={`${describeArea(expected.size).join(', ')}. ${source}`}>
      {({ labelId, helpId }) => (
        <Text
          component="div"
          fw={500}
          className={shared['numbers'] ?? ''}
          role="status"
          aria-labelledby={labelId}
          aria-describedby={helpId}
        >
          {describePixels(expected.size)}
          {ready.length > 1 && (
            <Text size="xs" c="dimmed">
              {describeAll(ready.map((each) => expectedUpscale(each, wanted, measures).size))}
            </Text>
          )}
          {edges !== undefined && (
            <Text size="xs" c="dimmed">
              {edges}
            </Text>
          )}
        </Text>
      )}
    </Row>
  );
}
