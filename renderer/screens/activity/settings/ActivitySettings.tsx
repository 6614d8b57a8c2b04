/** Settings: whether calls are listed in Activity, how many, for how long; and deleting all of them. */
import { Button, Group, NumberInput, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACTIVITY } from '../../../../shared/contract/setting-limits.ts';
import { queries, readError } from '../../../base/backend/client.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { count } from '../../../base/ui/format.ts';
import { say } from '../../../base/ui/say.ts';

export function ActivitySettings() {
  const isKept = useSetting('isActivityKept');
  const update = useUpdateSettings();
  const client = useQueryClient();
  const changed = () =>
    void client.invalidateQueries({ queryKey: queries.activity.usage.queryKey() });
  return (
    <Stack gap="sm" component="section" aria-label="Activity">
      <Title order={3} size="md">
        Activity
      </Title>
      <Switch
        label="List calls in Activity"
        description="Times, addresses, sizes and costs. Pictures, texts and keys are never kept."
        checked={isKept}
        onChange={(event) => update({ isActivityKept: event.currentTarget.checked })}
      />
      <Group align="flex-end" gap="xl">
        <Limit
          label="Calls to keep"
          name="activityCalls"
          min={ACTIVITY.leastCalls}
          max={ACTIVITY.mostCalls}
          onChanged={changed}
        />
        <Limit
          label="Days to keep them"
          name="activityDays"
          min={1}
          max={ACTIVITY.mostDays}
          onChanged={changed}
        />
      </Group>
      <DeleteAll />
    </Stack>
  );
}

/** The typed value counts when the field is left, since a lower limit deletes calls at once. */
function Limit(props: {
  readonly label: string;
  readonly name: 'activityCalls' | 'activityDays';
  readonly min: number;
  readonly max: number;
  readonly onChanged: () => void;
}) {
  const { label, name, min, max, onChanged } = props;
  const value = useSetting(name);
  const update = useUpdateSettings();
  const [typed, setTyped] = useState<number | string>();

  function take(): void {
    const wanted = typeof typed === 'number' ? Math.round(typed) : value;
    setTyped(undefined);
    const next = Math.min(max, Math.max(min, wanted));
    if (next !== value) update({ [name]: next }, onChanged);
  }

  return (
    <NumberInput
      label={label}
      w={180}
      min={min}
      max={max}
      allowDecimal={false}
      thousandSeparator=","
      value={typed ?? value}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

function DeleteAll() {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const usage = useQuery({ ...queries.activity.usage.queryOptions(), staleTime: 0 });
  const removal = useMutation(
    queries.activity.clear.mutationOptions({
      onSettled: () => setAsking(false),
      onSuccess() {
        say('All calls deleted.', 'done');
        return client.invalidateQueries({ queryKey: queries.activity.usage.queryKey() });
      },
    }),
  );
  const calls = usage.data?.calls ?? 0;
  const error = usage.error ?? removal.error;
  return (
    <Stack gap="2xs" align="flex-start">
      {error !== null && <ErrorNotice error={readError(error)} />}
      <Text size="sm" c="dimmed">
        {usage.data === undefined ? '' : `${count(calls, 'call')} listed.`}
      </Text>
      {isAsking ? (
        <Group gap="sm">
          <Button
            variant="filled"
            color="red.9"
            loading={removal.isPending}
            onClick={() => removal.mutate(undefined)}
            autoFocus
          >
            Delete {count(calls, 'call')}
          </Button>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
        </Group>
      ) : (
        <Button disabled={calls === 0} onClick={() => setAsking(true)}>
          Delete all…
        </Button>
      )}
    </Stack>
  );
}
