/** An error as the user meets it: a sentence, a button that helps, and the details one click away. */
import {
  Alert,
  Button,
  Code,
  Collapse,
  CopyButton,
  Group,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { AppErrorData } from '../../shared/errors/app-error.ts';

/** @param props.onAction leaves the button out when absent */
export function ErrorNotice(props: {
  readonly error: AppErrorData;
  readonly actionLabel?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
}) {
  const { error, actionLabel, onAction, onClose } = props;
  const [areDetailsShown, setDetailsShown] = useState(false);
  const details = Object.entries({ kind: error.kind, ...error.details });
  const text = details.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Close this message"
      {...(onClose === undefined ? {} : { onClose })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        <Group gap="sm">
          {onAction !== undefined && actionLabel !== undefined && (
            <Button variant="default" onClick={onAction}>
              {actionLabel}
            </Button>
          )}
          <UnstyledButton
            fz="xs"
            c="dimmed"
            td="underline"
            aria-expanded={areDetailsShown}
            onClick={() => setDetailsShown((shown) => !shown)}
          >
            Details
          </UnstyledButton>
        </Group>
        <Collapse expanded={areDetailsShown} w="100%">
          <Code block fz="xs">
            {text}
          </Code>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button mt={4} variant="subtle" color="gray" onClick={copy}>
                {copied ? 'Copied' : 'Copy details'}
              </Button>
            )}
          </CopyButton>
        </Collapse>
      </Stack>
    </Alert>
  );
}
