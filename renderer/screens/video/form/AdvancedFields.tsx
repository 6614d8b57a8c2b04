import { Autocomplete, Switch, TextInput } from '@mantine/core';
import { VIDEO_LIMITS, WEBHOOK_TEST_STATUSES } from '../../../../shared/api/video.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { ChoiceField } from '../../../core/ui/ChoiceField.tsx';
import { Row } from '../../../core/ui/Form.tsx';
import type { FormProblems } from '../model/form.ts';
import { useVideoSession } from '../session/index.ts';

export function AdvancedFields(props: {
  readonly form: VideoForm;
  readonly problems: FormProblems;
}) {
  const { form, problems } = props;
  const session = useVideoSession();
  const hasWebhook = form.webhookUrl.trim() !== '';
  return (
    <>
      <ChoiceField
        label="Interpolation"
        hint={`On brings the clip to ${VIDEO_LIMITS.interpolatedFramesPerSecond} frames a second: smoother, about the same length.`}
        value={choiceOf(form.interpolation)}
        choices={[
          { value: 'unset', label: 'Auto' },
          { value: 'off', label: 'Off' },
          { value: 'on', label: 'On' },
        ]}
        onChange={(value) => session.change({ interpolation: flagOf(value) })}
      />
      <ChoiceField
        label="File type"
        hint="MP4 is small and keeps all colours. GIF has 256 colours and plays anywhere. Auto is MP4."
        value={form.responseType ?? 'unset'}
        choices={[
          { value: 'unset', label: 'Auto' },
          { value: 'mp4', label: 'MP4' },
          { value: 'gif', label: 'GIF' },
        ]}
        onChange={(value) => session.change({ responseType: value === 'unset' ? null : value })}
      />
      <Row
        label="Webhook"
        help="The service calls this address when the clip is ready. Gesso saves the clip either way."
        error={problems.webhookUrl}
      >
        {({ id, helpId }) => (
          <TextInput
            id={id}
            aria-describedby={helpId}
            placeholder="None"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={form.webhookUrl}
            error={problems.webhookUrl !== undefined}
            onChange={(event) => session.change({ webhookUrl: event.currentTarget.value })}
          />
        )}
      </Row>
      <Row
        label="Test mode"
        help="The service calls the address at once with the status below. No real clip is made."
        isCompact
      >
        {({ id, helpId }) => (
          <Switch
            id={id}
            aria-describedby={helpId}
            checked={form.isWebhookTest}
            disabled={!hasWebhook}
            onChange={(event) => session.change({ isWebhookTest: event.currentTarget.checked })}
          />
        )}
      </Row>
      <Row
        label="Test status"
        help="A known status, or any other text."
        error={problems.webhookTestStatus}
      >
        {({ id, helpId }) => (
          <Autocomplete
            id={id}
            aria-describedby={helpId}
            data={[...WEBHOOK_TEST_STATUSES]}
            disabled={!hasWebhook || !form.isWebhookTest}
            value={form.webhookTestStatus}
            error={problems.webhookTestStatus !== undefined}
            onChange={(webhookTestStatus) => session.change({ webhookTestStatus })}
          />
        )}
      </Row>
    </>
  );
}

type Flag = 'unset' | 'off' | 'on';

function choiceOf(flag: boolean | null): Flag {
  return flag === null ? 'unset' : flag ? 'on' : 'off';
}

function flagOf(choice: Flag): boolean | null {
  return choice === 'unset' ? null : choice === 'on';
}
