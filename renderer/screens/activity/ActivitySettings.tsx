import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ACTIVITY } from '../../../shared/contract/settings.ts';
import { queries, readError } from '../../core/backend/client.ts';
import { useSetting, useUpdateSettings } from '../../core/backend/settings.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { count } from '../../core/ui/format.ts';
import { say } from '../../core/ui/say.ts';
import {
  SettingBlock,
  ConfirmedButton,
  SettingGroup,
  SettingRow,
  NumberSetting,
} from '../../core/ui/SettingRows.tsx';

export function ActivitySettings() {
  const isKept = useSetting('isActivityKept');
  const update = useUpdateSettings();
  return (
    <SettingGroup>
      <SettingRow
        name="List calls in Activity"
        line="Times, addresses, sizes and costs; never pictures, texts or keys"
        keywords="privacy log history"
      >
        {(id, lineId) => (
          <Switch
            id={id}
            aria-describedby={lineId}
            checked={isKept}
            onChange={(event) => update({ isActivityKept: event.currentTarget.checked })}
          />
        )}
      </SettingRow>
      <Limit
        label="Calls to keep"
        name="activityCalls"
        min={ACTIVITY.leastCalls}
        max={ACTIVITY.mostCalls}
      />
      <Limit label="Days to keep them" name="activityDays" min={1} max={ACTIVITY.mostDays} />
      <DeleteAll />
    </SettingGroup>
  );
}

/** Lowering a limit deletes calls at once. */
function Limit(props: {
  readonly label: string;
  readonly name: 'activityCalls' | 'activityDays';
  readonly min: number;
  readonly max: number;
}) {
  const { label, name, min, max } = props;
  const value = useSetting(name);
  const update = useUpdateSettings();
  const client = useQueryClient();
  const changed = (): void =>
    void client.invalidateQueries({ queryKey: queries.activity.usage.queryKey() });
  return (
    <SettingRow name={label}>
      {(id) => (
        <NumberSetting
          id={id}
          min={min}
          max={max}
          value={value}
          onCommit={(next) => update({ [name]: next }, changed)}
        />
      )}
    </SettingRow>
  );
}

function DeleteAll() {
  const client = useQueryClient();
  const usage = useQuery({ ...queries.activity.usage.queryOptions(), staleTime: 0 });
  const removal = useMutation(
    queries.activity.clear.mutationOptions({
      onSuccess() {
        say('All calls deleted.', 'done');
        return client.invalidateQueries({ queryKey: queries.activity.usage.queryKey() });
      },
    }),
  );
  const calls = usage.data?.calls ?? 0;
  const error = usage.error ?? removal.error;
  return (
    <>
      <SettingRow
        name="Delete all calls"
        line={usage.data === undefined ? undefined : `${count(calls, 'call')} listed.`}
      >
        <ConfirmedButton
          label="Delete all…"
          confirmLabel={`Delete ${count(calls, 'call')}`}
          isPending={removal.isPending}
          disabled={calls === 0}
          onConfirm={() => removal.mutate(undefined)}
        />
      </SettingRow>
      {error !== null && (
        <SettingBlock>
          <ErrorNotice error={readError(error)} />
        </SettingBlock>
      )}
    </>
  );
}
