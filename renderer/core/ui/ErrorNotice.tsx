/** An error for the user: a sentence, a button that helps, and details one click away. */
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
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import { useErrorActions } from './error-actions.tsx';
import { orderOffers, type ErrorOffer, type OfferedActions } from './error-offers.ts';

/**
 * Offers the action named by the error where the place of the notice or the application can carry
 * it out. The place's own buttons come along, free ones first.
 * @param props.actions those that only this place can carry out, such as `retry`
 * @param props.free this place's buttons that cost nothing
 * @param props.actionLabel of this place's main button; requires `onAction`
 */
export function ErrorNotice(props: {
  readonly error: AppErrorData;
  readonly actions?: OfferedActions | undefined;
  readonly free?: readonly ErrorOffer[] | undefined;
  readonly actionLabel?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
}) {
  const { error, actions = {}, free = [], actionLabel, onAction, onClose } = props;
  const everywhere = useErrorActions();
  const [areDetailsShown, setDetailsShown] = useState(false);
  const own = error.action;
  const here = own === undefined ? {} : { [own]: actions[own] ?? everywhere[own] };
  const other =
    onAction === undefined || actionLabel === undefined
      ? undefined
      : { label: actionLabel, run: onAction };
  const details = Object.entries({ kind: error.kind, ...error.details });
  const text = details.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={16} />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Dismiss"
      {...(onClose === undefined ? {} : { onClose })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        <Group gap="sm">
          {orderOffers(error, here, free, other).map(({ label, run }) => (
            <Button
              key={label}
              h="auto"
              mih="var(--gesso-control-md)"
              styles={{ label: { whiteSpace: 'normal' } }}
              onClick={run}
            >
              {label}
            </Button>
          ))}
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
              <Button mt="2xs" variant="subtle" color="gray" onClick={copy}>
                {copied ? 'Copied' : 'Copy details'}
              </Button>
            )}
          </CopyButton>
        </Collapse>
      </Stack>
    </Alert>
  );
}
