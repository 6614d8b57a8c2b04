/** “Report a problem” shows the whole file before it is saved. */
import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SaveOutcome } from '../../../shared/contract/export.ts';
import { queries } from '../../core/backend/client.ts';
import { readError } from '../../core/backend/read-error.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { copyAndSay } from '../../core/ui/copy-text.ts';
import { finishSave } from '../saving/finish-save.ts';
import { closeReport, useReportDialog } from './report.ts';

export function ReportDialog() {
  const isShown = useReportDialog((state) => state.isShown);
  return (
    <Modal opened={isShown} onClose={closeReport} title="Report a problem" size="xl">
      <Report />
    </Modal>
  );
}

function Report() {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: pixelRatio } = window;
  const made = useQuery({
    ...queries.activity.report.queryOptions({ input: { window: { width, height, pixelRatio } } }),
    // created again each time the dialog opens
    gcTime: 0,
    staleTime: Infinity,
  });
  const save = useMutation(
    queries.activity.saveReport.mutationOptions({ onSuccess: (outcome) => finishSave(outcome) }),
  );
  const error = made.error ?? save.error;
  const report = made.data;
  return (
    <Stack gap="sm">
      <Text size="sm">
        This is the whole file. It has versions, settings, the last 200 calls and errors, and no
        picture, text, file name or key. Gesso sends it to nobody: save it and attach it to your
        message.
      </Text>
      {error !== null && <ErrorNotice error={readError(error)} />}
      <Box
        component="pre"
        mih="var(--gesso-card)"
        mah="50vh"
        px="sm"
        py="xs"
        ff="monospace"
        fz="xs"
        lh="xs"
        bg="var(--gesso-selected)"
        bdrs="sm"
        style={{ overflow: 'auto' }}
        tabIndex={0}
        aria-label="Report"
      >
        {report?.text}
      </Box>
      <Group justify="flex-end" gap="sm">
        <Button onClick={closeReport}>Close</Button>
        <Button
          disabled={report === undefined}
          onClick={() => {
            if (report === undefined) return;
            void copyAndSay(report.text);
          }}
        >
          Copy
        </Button>
        <Button
          variant="filled"
          disabled={report === undefined}
          loading={save.isPending}
          onClick={() => {
            if (report === undefined) return;
            const onSuccess = ({ kind }: SaveOutcome) => kind !== 'cancelled' && closeReport();
            save.mutate({ reportId: report.reportId }, { onSuccess });
          }}
        >
          Save…
        </Button>
      </Group>
    </Stack>
  );
}
