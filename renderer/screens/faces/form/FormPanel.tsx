/** The panel at the right: the next run above, then the result that is shown, then earlier results. */
import { Divider, Stack } from '@mantine/core';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { Inspector } from '../../../base/frame/Inspector.tsx';
import type { JobPages } from '../../../work/jobs/use-job-pages.ts';
import { HistoryList } from '../history/HistoryList.tsx';
import { ResultFields } from '../result/ResultFields.tsx';
import { AdvancedFields } from './AdvancedFields.tsx';
import { Consent } from './Consent.tsx';
import { SendBar } from './SendBar.tsx';

export function FormPanel(props: { readonly pages: JobPages; readonly job: Job | undefined }) {
  const { pages, job } = props;
  return (
    <Inspector label="Face merge" footer={<SendBar />}>
      <Stack gap="md">
        <Consent />
        <ResultFields job={job} />
        <AdvancedFields />
        <Divider />
        <HistoryList pages={pages} />
      </Stack>
    </Inspector>
  );
}
