/**
 * Sends a file to one address, which belongs to one asset. Each attempt gets a new one while the
 * storage has certainly not received the file; later the same is reused, which never creates a
 * second asset.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  TrainingFileExtension,
  UploadTicket,
} from '../../../../shared/api/training-upload.ts';
import { toAppError, type AppError } from '../../../../shared/errors/app-error.ts';
import { wasNeverSent, type CallPhase, type ServiceClient } from '../../service/client/index.ts';
import { unchangedFile, type CheckedFile, type SendBuffers } from './unchanged-file.ts';

type SendStage = 'asking' | 'sending';

export class NotSent extends Error {
  readonly stage: SendStage;
  readonly error: AppError;
  /** The whole file was sent once without an answer. */
  readonly mayHaveArrived: boolean;

  constructor(stage: SendStage, error: AppError, mayHaveArrived: boolean) {
    super(error.message, { cause: error });
    this.name = 'NotSent';
    this.stage = stage;
    this.error = error;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** @param onFinishing durable once it resolves @returns the asset's id @throws NotSent */
export async function sendFile(
  client: Pick<ServiceClient, 'requestUpload' | 'upload'>,
  file: CheckedFile & { readonly extension: TrainingFileExtension },
  options: {
    readonly signal: AbortSignal;
    /** Delays before retries after a broken connection, ms. */
    readonly breakWaits: readonly number[];
    /** Exclusive until this is over. */
    readonly buffers: SendBuffers;
    onFinishing(assetId: string): Promise<void>;
    onSent(bytes: number): void;
  },
): Promise<string> {
  const { signal } = options;
  let stage: SendStage = 'asking';
  let isOut = false;
  let mayHaveArrived = false;

  async function ask(): Promise<UploadTicket> {
    stage = 'asking';
    const ticket = await client.requestUpload(file.extension, { signal });
    stage = 'sending';
    return ticket;
  }

  try {
    let ticket = await ask();
    let isRenewed = false;
    for (let breaks = 0; ;) {
      isOut = false;
      options.onSent(0);
      const { assetId } = ticket;
      const source = unchangedFile(file, options.buffers, async () => {
        await options.onFinishing(assetId);
        isOut = true;
      });
      try {
        const onPhase = (phase: CallPhase) => {
          if (phase.phase === 'sending') options.onSent(phase.sentBytes);
        };
        await client.upload(ticket, source, { signal, onPhase });
        return ticket.assetId;
      } catch (thrown) {
        const error = toAppError(thrown);
        const isAnswered = error.details?.['status'] !== undefined;
        mayHaveArrived ||= isOut && !isAnswered;
        if (error.kind === 'expired' && !isRenewed && !mayHaveArrived) {
          isRenewed = true;
          ticket = await ask();
          continue;
        }
        const wait = options.breakWaits[breaks];
        if (wait === undefined || !isBreak(error)) throw error;
        breaks += 1;
        await sleep(wait, undefined, { signal });
        // A storage that refuses an address early breaks the connection, and its answer may be
        // lost.
        if (!mayHaveArrived) ticket = await ask();
      }
    }
  } catch (thrown) {
    throw new NotSent(stage, toAppError(thrown), mayHaveArrived);
  }
}

/** A broken connection or a failing storage: a retry may work. */
function isBreak(error: AppError): boolean {
  return (error.kind === 'unreachable' && !wasNeverSent(error)) || error.kind === 'service-failed';
}
