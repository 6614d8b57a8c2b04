import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SpendSeriesQuery } from '../../../../shared/contract/spend.ts';
import { queries } from '../../../base/backend/client.ts';

const MOST_OWNERS = 50;

export function OwnerField(props: {
  readonly id: string;
  readonly ownerId: string | undefined;
  /** The view, without its own owner filter. */
  readonly query: SpendSeriesQuery;
  readonly onChange: (ownerId: string | undefined) => void;
}) {
  const { ownerId, query, onChange } = props;
  const [isWanted, setWanted] = useState(false);
  const { ownerId: _, ...filter } = query.filter;
  const { data } = useQuery(
    queries.spend.series.queryOptions({
      input: { ...query, filter, groupBy: 'owner', maxKeys: MOST_OWNERS },
      enabled: isWanted,
    }),
  );
  const found = data?.keys.flatMap(({ key }) => key ?? []) ?? [];
  const owners = ownerId === undefined || found.includes(ownerId) ? found : [ownerId, ...found];
  return (
    <Select
      allowDeselect
      id={props.id}
      placeholder="Any"
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All owners' }}
      nothingFoundMessage="No owner"
      data={owners.map((owner) => ({
        value: `=${owner}`,
        label: owner === '' ? 'No name' : owner,
      }))}
      value={ownerId === undefined ? null : `=${ownerId}`}
      onDropdownOpen={() => setWanted(true)}
      onChange={(value) => onChange(value === null ? undefined : value.slice(1))}
    />
  );
}
