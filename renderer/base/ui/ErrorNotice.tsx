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
import type { AppErrorAction, AppErrorData } from '../../../shared/errors/app-error.ts';
import { useErrorActions } from './error-actions.tsx';

/** Actions of the notice's place; one that is `undefined` cannot be carried out now. */
type PlaceActions = { readonly [Action in AppErrorAction]?: (() => void) | undefined };

const ACTION_LABELS: Readonly<Record<AppErrorAction, string>> = {
  retry: 'Try again',
  'open-settings': 'Open Settings',
  'choose-other-file': 'Select another file',
  'use-practice': 'Use Practice',
  'save-first': 'Save first',
};

/**
 * Offers the action that the error names, where the place of the notice or the application can carry
 * it out. A button of the place's own comes after it.
 *
 * @param props.actions those that only the place of the notice can carry out, e.g. `retry`
 * @param props.actionLabel of the place's own button; with `onAction`
 */
export function ErrorNotice(props: {
  readonly error: AppErrorData;
  readonly actions?: PlaceActions | undefined;
  readonly actionLabel?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
}) {
  const { error, actionLabel, onAction, onClose } = props;
  const everywhere = useErrorActions();
  const [areDetailsShown, setDetailsShown] = useState(false);
  const own = error.action;
  const run = own === undefined ? undefined : (props.actions?.[own] ?? everywhere[own]);
  const details = Object.entries({ kind: error.kind, ...error.details });
  const text = details.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Dismiss"
      {...(onClose === undefined ? {} : { onClose })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        <Group gap="sm">
          {own !== undefined && run !== undefined && (
            <Button variant="default" onClick={run}>
              {ACTION_LABELS[own]}
            </Button>
          )}
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
