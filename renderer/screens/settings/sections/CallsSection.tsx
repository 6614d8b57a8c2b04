/** The service rejects faster calls; jobs wait here instead. */
import { ANSWER_MINUTES, ANSWER_SILENCE } from '../../../../shared/contract/settings.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { NumberSetting, SettingGroup, SettingRow } from '../../../core/ui/SettingRows.tsx';

export function CallsSection() {
  const rate = { range: { min: 1, max: 1000 }, unit: 'a minute' };
  return (
    <SettingGroup>
      <Limit name="concurrentCalls" label="Calls at once" range={{ min: 1, max: 8 }} />
      <Limit name="imageCallsPerMinute" label="Picture calls" {...rate} />
      <Limit name="videoCallsPerMinute" label="Video calls" {...rate} />
      <Limit
        name="answerSilence"
        label="Longest silence"
        unit="seconds"
        range={ANSWER_SILENCE}
        line="In the middle of an answer"
        keywords="timeout"
      />
      <Limit
        name="answerMinutes"
        label="Longest answer"
        unit="minutes"
        range={ANSWER_MINUTES}
        line="A call that is stopped may still be charged"
        keywords="timeout"
      />
    </SettingGroup>
  );
}

function Limit(props: {
  readonly name:
    | 'concurrentCalls'
    | 'imageCallsPerMinute'
    | 'videoCallsPerMinute'
    | 'answerSilence'
    | 'answerMinutes';
  readonly label: string;
  readonly unit?: string;
  readonly range: { readonly min: number; readonly max: number };
  readonly line?: string;
  readonly keywords?: string;
}) {
  const { name, label, unit, range, line, keywords = 'rate limit queue' } = props;
  const value = useSetting(name);
  const update = useUpdateSettings();
  return (
    <SettingRow name={label} line={line} keywords={keywords}>
      {(id, lineId) => (
        <NumberSetting
          id={id}
          {...(line !== undefined && { lineId })}
          {...(unit !== undefined && { unit })}
          {...range}
          value={value}
          onCommit={(next) => update({ [name]: next })}
        />
      )}
    </SettingRow>
  );
}
