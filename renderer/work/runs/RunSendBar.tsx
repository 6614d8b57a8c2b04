/** The footer of a form: what went wrong, the expected cost, and the button. Always in sight. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { ErrorNotice } from '../../base/ui/ErrorNotice.tsx';
import { CostLine } from '../jobs/CostLine.tsx';
import { SendButton } from '../jobs/SendButton.tsx';
import type { RunActions } from './run-actions.ts';

export function RunSendBar(props: {
  readonly runs: Pick<RunActions, 'dismissError'>;
  readonly kind: PricedKind;
  readonly calls: number;
  readonly error: AppError | undefined;
  /** Why nothing can be sent. */
  readonly obstacle: string | undefined;
  readonly isSending: boolean;
  /** No word about the obstacle: it is about to go. */
  readonly isQuiet?: boolean;
  readonly onSend: () => void;
  /** Between the cost and the button. */
  readonly note?: ReactNode;
  /** On the button. */
  readonly children: ReactNode;
}) {
  const { runs, kind, calls, error, obstacle, isSending, isQuiet = false, onSend } = props;
  return (
    <Stack gap={6}>
      {error !== undefined && (
        <ErrorNotice
          error={error}
          actions={obstacle === undefined ? { retry: onSend } : {}}
          onClose={() => runs.dismissError()}
        />
      )}
      <CostLine kind={kind} calls={calls} />
      {props.note}
      <SendButton obstacle={obstacle} isSending={isSending} isQuiet={isQuiet} onSend={onSend}>
        {props.children}
      </SendButton>
    </Stack>
  );
}
