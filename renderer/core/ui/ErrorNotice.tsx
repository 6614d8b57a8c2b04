/** An error for the user: a sentence, a button that helps, and details one click away. */
import { Alert, Button, Code, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { CopyButton } from './CopyButton.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, createContext, use, useMemo, type ReactNode } from 'react';
import type { AppErrorData, AppErrorAction } from '../../../shared/errors/app-error.ts';
import { QuietButton } from './variants.ts';

/** By name; `undefined` if it cannot be carried out now. */
type OfferedActions = { readonly [Action in AppErrorAction]?: (() => void) | undefined };

interface ErrorOffer {
  readonly label: string;
  readonly run: () => void;
}

const ACTION_LABELS: Readonly<Record<AppErrorAction, string>> = {
  retry: 'Try again',
  'open-settings': 'Open Settings',
  'choose-other-file': 'Select another file',
  'use-practice': 'Use Practice',
  'save-first': 'Save first',
};

/**
 * @param action of the error itself; only "Try again" may be a paid call
 * @param actions that can be carried out here
 * @param free of this place, without cost
 * @param other of this place, may cost money
 */
export function orderOffers(
  { action }: Pick<AppErrorData, 'action'>,
  actions: OfferedActions,
  free: readonly ErrorOffer[],
  other: ErrorOffer | undefined,
): readonly ErrorOffer[] {
  const run = action && actions[action];
  const own = action && run ? [{ label: ACTION_LABELS[action], run }] : [];
  const rest = other === undefined ? [] : [other];
  return action === 'retry' ? [...free, ...own, ...rest] : [...own, ...free, ...rest];
}

/** Actions that resolve an error and work anywhere; the application provides them. */
export type ErrorActions = Readonly<Partial<Record<AppErrorAction, () => void>>>;

const NONE: ErrorActions = {};
const ActionsContext = createContext<ErrorActions>(NONE);

/** @param props.actions the same object until one of them changes */
export function ErrorActionsProvider(props: {
  readonly actions: ErrorActions;
  readonly children: ReactNode;
}) {
  return <ActionsContext value={props.actions}>{props.children}</ActionsContext>;
}

/** For the settings, which need not offer to open themselves. */
export function ErrorActionsOfSettings({ children }: { readonly children: ReactNode }) {
  const all = useErrorActions();
  const others = useMemo(() => {
    const { 'open-settings': _here, ...rest } = all;
    return rest;
  }, [all]);
  return <ErrorActionsProvider actions={others}>{children}</ErrorActionsProvider>;
}

function useErrorActions(): ErrorActions {
  return use(ActionsContext);
}

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
              <QuietButton mt="2xs" color="gray" onClick={copy}>
                {copied ? 'Copied' : 'Copy details'}
              </QuietButton>
            )}
          </CopyButton>
        </Collapse>
      </Stack>
    </Alert>
  );
}
