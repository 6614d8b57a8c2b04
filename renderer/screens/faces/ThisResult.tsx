import { Text } from '@mantine/core';
import type { Job } from '../../../shared/contract/jobs.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { Section } from '../../core/ui/Form.tsx';
import { BlendActions, BlendFields, useBlendState } from '../../viewer/blending/index.ts';
import { FACE_BLEND } from './commands/faces-commands.ts';
import { useFacesSession } from './session/index.ts';

export function ThisResult({ job }: { readonly job: Job | undefined }) {
  const { blending } = useFacesSession();
  const open = useBlendState(blending, (state) => state.open);
  const error = useBlendState(blending, (state) => state.error);
  if (error !== undefined) {
    return (
      <Section>
        <ErrorNotice error={error} onClose={() => blending.dismissError()} />
      </Section>
    );
  }
  if (open === undefined || job === undefined || open.output.jobId !== job.id) return null;
  const { returned, rect } = open.described;
  return (
    <Section title="This result" actions={<BlendActions session={blending} />}>
      <BlendFields session={blending} commands={FACE_BLEND} hasSoftEdge />
      <SizeNote returned={returned} place={{ width: rect.width, height: rect.height }} />
    </Section>
  );
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** A returned picture that had to be enlarged is softer than its surroundings. */
function SizeNote({ returned, place }: { readonly returned: Sides; readonly place: Sides }) {
  const factor = Math.max(place.width / returned.width, place.height / returned.height);
  if (factor < 1.05) return null;
  return (
    <Text size="xs" c="dimmed">
      The service returned {returned.width} × {returned.height} px for {place.width} ×{' '}
      {place.height} px, so the face may look softer. A smaller crop keeps more detail.
    </Text>
  );
}
