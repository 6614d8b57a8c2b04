/** Settings that few need: an address that the service calls. */
import { Autocomplete, Stack, Switch, TextInput } from '@mantine/core';
import { WEBHOOK_TEST_STATUSES } from '../../../../shared/api/video.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
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
    <Stack gap="md">
      <TextInput
        size="xs"
        label="Webhook address"
        description="The service calls this address when the clip is ready. Gesso saves the clip either way."
        placeholder="Not set"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={form.webhookUrl}
        error={problems.webhookUrl}
        onChange={(event) => session.change({ webhookUrl: event.currentTarget.value })}
      />
      <Switch
        size="xs"
        label="Test mode"
        description="The service calls the address at once with the status below. No real clip is made."
        checked={form.isWebhookTest}
        disabled={!hasWebhook}
        onChange={(event) => session.change({ isWebhookTest: event.currentTarget.checked })}
      />
      <Autocomplete
        size="xs"
        label="Test status"
        description="A known status, or any other text."
        data={[...WEBHOOK_TEST_STATUSES]}
        disabled={!hasWebhook || !form.isWebhookTest}
        value={form.webhookTestStatus}
        error={problems.webhookTestStatus}
        onChange={(webhookTestStatus) => session.change({ webhookTestStatus })}
      />
    </Stack>
  );
}
