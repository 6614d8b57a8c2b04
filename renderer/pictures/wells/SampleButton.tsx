/** In practice: a bundled photograph for an empty well. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SamplePlace } from '../../../shared/contract/photos.ts';
import { queries } from '../../base/backend/client.ts';
import { useActiveConnection } from '../../base/backend/connections.ts';
import type { Well } from './well.ts';

/** @param props.place the place that the photograph is for */
export function SampleButton(props: { readonly well: Well; readonly place: SamplePlace }) {
  const { well, place } = props;
  const isPractice = useActiveConnection()?.kind === 'practice';
  const samples = useQuery(queries.photos.samples.queryOptions({ enabled: isPractice }));
  const sample = samples.data?.find((each) => each.place === place);
  if (!isPractice || sample === undefined) return null;
  return (
    <Button
      title={`${sample.title} (${sample.author}, ${sample.licence})`}
      onClick={() => void well.takeSample(sample.id)}
    >
      Use a sample
    </Button>
  );
}
