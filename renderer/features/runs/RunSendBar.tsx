/** The foot of a screen with a form: errors, what is sent, its cost, and the main button. */
import type { ReactNode } from 'react';
import type { PricedKind } from '../../../shared/contract/prices.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { Foot, MainButton } from '../../core/frame/Foot.tsx';
import { count } from '../../core/ui/format.ts';
import type { CommandKeys } from '../../core/commands/shortcut-keys.ts';
import { CostLine } from '../jobs/CostLine.tsx';
import type { RunActions } from './run-actions.ts';

export function RunSendBar(props: {
  readonly runs: Pick<RunActions, 'dismissError' | 'isOfSend'>;
  readonly kind: PricedKind;
  readonly calls: number;
  /** After the number of calls, such as "25 frames". */
  readonly facts?: string | undefined;
  readonly error: AppError | undefined;
  /** Why nothing can be sent. */
  readonly obstacle: string | undefined;
  readonly isSending: boolean;
  /** Hides the obstacle, which is about to go. */
  readonly isQuiet?: boolean;
  readonly keys: CommandKeys;
  readonly onSend: () => void;
  /** About the next run, above the line. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  const { runs, kind, calls, facts, error, obstacle, isSending, isQuiet = false, onSend } = props;
  const isBlocked = obstacle !== undefined && !isQuiet;
  return (
    <Foot
      notice={
        <>
          {error !== undefined && (
            <ErrorNotice
              error={error}
              actions={obstacle === undefined && runs.isOfSend(error) ? { retry: onSend } : {}}
              onClose={() => runs.dismissError()}
            />
          )}
          {props.note}
        </>
      }
      what={isBlocked ? obstacle : [count(calls, 'call'), facts].filter(Boolean).join(', ')}
      cost={isBlocked ? undefined : <CostLine kind={kind} calls={calls} />}
    >
      <MainButton keys={props.keys} obstacle={obstacle} loading={isSending} onClick={onSend}>
        {props.children}
      </MainButton>
    </Foot>
  );
}
