import { Text } from '@mantine/core';
import type { Job } from '../../../shared/contract/jobs.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { Section } from '../../core/ui/Form.tsx';
import { MixActions, MixFields, useMixState } from '../../viewer/mixing/index.ts';
import { FACE_MIX } from './commands/faces-commands.ts';
import { useFacesSession } from './session/index.ts';

export function ThisResult({ job }: { readonly job: Job | undefined }) {
  const { mixing } = useFacesSession();
  const open = useMixState(mixing, (state) => state.open);
  const error = useMixState(mixing, (state) => state.error);
  if (error !== undefined) {
    return (
      <Section>
        <ErrorNotice error={error} onClose={() => mixing.dismissError()} />
      </Section>
    );
  }
  if (open === undefined || job === undefined || open.output.jobId !== job.id) return null;
  const { returned, rect } = open.described;
  return (
    <Section title="This result" actions={<MixActions session={mixing} />}>
      <MixFields session={mixing} commands={FACE_MIX} hasSoftEdge />
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
