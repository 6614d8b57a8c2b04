/** Tells about a restored library, over the picture, until dismissed. */
import { Affix, Alert, Collapse, Group, List, Text, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../core/backend/client.ts';
import { recoveryDetails, recoveryTitle } from './recovery-words.ts';

/** Beside the rail and the tools, below the bars. */
const BESIDE_TOOLS = { top: 'var(--gesso-number)', left: 'calc(2 * var(--gesso-rail))' };

/** Between two requests for the count while files are scanned, ms. */
const ASKING_MILLISECONDS = 1000;

export function LibraryNoticeBar() {
  const [isDismissed, setDismissed] = useState(false);
  const [areDetailsShown, setDetailsShown] = useState(false);
  const { data } = useQuery(
    queries.app.info.queryOptions({
      refetchInterval: ({ state }) =>
        state.data?.recovery?.isUnderWay === true ? ASKING_MILLISECONDS : false,
    }),
  );
  const recovery = data?.recovery;
  if (recovery === undefined || isDismissed) return null;
  if (recovery.reason === 'unclosed' && recovery.adopted === 0) return null;
  return (
    <Affix position={BESIDE_TOOLS} zIndex={150} withinPortal={false}>
      <Alert
        maw="min(calc(2 * var(--gesso-list)), calc(100vw - 2 * var(--gesso-tray)))"
        color="orange"
        variant="light"
        role="alert"
        icon={<IconHistory size={16} />}
        withCloseButton
        closeButtonLabel="Dismiss"
        onClose={() => setDismissed(true)}
      >
        <Group gap="2xs">
          <Text size="sm">{recoveryTitle(recovery)}</Text>
          <UnstyledButton
            fz="sm"
            td="underline"
            aria-expanded={areDetailsShown}
            onClick={() => setDetailsShown((shown) => !shown)}
          >
            Details
          </UnstyledButton>
        </Group>
        <Collapse expanded={areDetailsShown}>
          <List size="sm" mt="2xs">
            {recoveryDetails(recovery).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Collapse>
      </Alert>
    </Affix>
  );
}
