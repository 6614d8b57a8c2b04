import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SaveOptions } from '../../../../shared/contract/export.ts';
import { queries } from '../../../base/backend/client.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { formatBytes } from '../../../base/ui/format.ts';

/** Debounce, ms, so that a moving slider makes no files. */
export const PAUSE = 300;

export function ExpectedSize({ options }: { readonly options: SaveOptions }) {
  const key = JSON.stringify(options);
  const [settledKey] = useDebouncedValue(key, PAUSE);
  const { data, error } = useQuery(
    queries.export.expectedSize.queryOptions({
      input: JSON.parse(settledKey) as SaveOptions,
      gcTime: 0, // a result that is hidden meanwhile changes the file
      retry: false,
    }),
  );
  const isCurrent = settledKey === key;
  if (isCurrent && error !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {readError(error).message}
      </Text>
    );
  }
  return (
    <Text size="sm" role="status">
      {isCurrent && data !== undefined
        ? `File size: ${formatBytes(data.byteLength)}`
        : 'File size: …'}
    </Text>
  );
}
