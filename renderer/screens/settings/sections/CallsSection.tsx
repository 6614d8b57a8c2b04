/** The service rejects faster calls; jobs wait here instead. */
import { NumberInput } from '@mantine/core';
import { ANSWER_MINUTES, ANSWER_SILENCE } from '../../../../shared/contract/settings.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import {
  SettingGroup,
  SettingRow,
  NumberSetting,
  unitField,
} from '../../../core/ui/SettingRows.tsx';

type CallSetting = 'concurrentCalls' | 'imageCallsPerMinute' | 'videoCallsPerMinute';

export function CallsSection() {
  return (
    <SettingGroup>
      <CallLimit name="concurrentCalls" label="Calls at once" most={8} />
      <CallLimit name="imageCallsPerMinute" label="Picture calls" most={1000} unit="a minute" />
      <CallLimit name="videoCallsPerMinute" label="Video calls" most={1000} unit="a minute" />
      <TimeLimit
        name="answerSilence"
        label="Longest silence"
        unit="seconds"
        range={ANSWER_SILENCE}
        line="In the middle of an answer"
      />
      <TimeLimit
        name="answerMinutes"
        label="Longest answer"
        unit="minutes"
        range={ANSWER_MINUTES}
        line="A call that is stopped may still be charged"
      />
    </SettingGroup>
  );
}

function CallLimit(props: {
  readonly name: CallSetting;
  readonly label: string;
  readonly most: number;
  readonly unit?: string;
}) {
  const { name, label, most, unit } = props;
  const value = useSetting(name);
  const update = useUpdateSettings();
  return (
    <SettingRow name={label} keywords="rate limit queue">
      {(id) => (
        <NumberInput
          id={id}
          {...unitField(unit)}
          min={1}
          max={most}
          allowDecimal={false}
          clampBehavior="strict"
          hideControls
          value={value}
          onChange={(typed) => {
            if (typeof typed === 'number' && typed >= 1) update({ [name]: typed });
          }}
        />
      )}
    </SettingRow>
  );
}

function TimeLimit(props: {
  readonly name: 'answerSilence' | 'answerMinutes';
  readonly label: string;
  readonly unit: string;
  readonly range: { readonly min: number; readonly max: number };
  readonly line: string;
}) {
  const { name, label, unit, range, line } = props;
  const value = useSetting(name);
  const update = useUpdateSettings();
  return (
    <SettingRow name={label} line={line} keywords="timeout">
      {(id, lineId) => (
        <NumberSetting
          id={id}
          lineId={lineId}
          unit={unit}
          {...range}
          value={value}
          onCommit={(next) => update({ [name]: next })}
        />
      )}
    </SettingRow>
  );
}
