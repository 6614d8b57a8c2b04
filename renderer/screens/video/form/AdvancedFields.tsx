import { Autocomplete, Switch } from '@mantine/core';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import {
  VIDEO_PARAMETERS,
  WEBHOOK,
  WEBHOOK_TEST,
} from '../../../../shared/parameters/video-parameters.ts';
import { Row } from '../../../core/ui/Form.tsx';
import { ParameterFields } from '../../../core/ui/ParameterFields.tsx';
import type { FormProblems } from '../model/form.ts';
import { useVideoSession } from '../session/index.ts';

const { enabled, returnTaskStatus } = WEBHOOK_TEST;

export function AdvancedFields(props: {
  readonly form: VideoForm;
  readonly problems: FormProblems;
}) {
  const { form, problems } = props;
  const session = useVideoSession();
  const fields = { form, problems, onChange: session.change };
  const hasWebhook = form.webhookUrl.trim() !== '';
  return (
    <>
      <ParameterFields
        {...fields}
        table={VIDEO_PARAMETERS}
        names={['frameInterpolation', 'responseVideoType']}
      />
      <ParameterFields {...fields} table={WEBHOOK} names={['url']} />
      <Row label={enabled.label} help={enabled.hint} isCompact>
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
        label={returnTaskStatus.label}
        help={returnTaskStatus.hint}
        error={problems.webhookTestStatus}
      >
        {({ id, helpId }) => (
          <Autocomplete
            id={id}
            aria-describedby={helpId}
            data={[...returnTaskStatus.suggestions]}
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
