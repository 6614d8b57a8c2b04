/** Results from where the service stores them: a second way, which never carries the key. */
import type { MediaKind } from '../../../../shared/api/media-kind.ts';
import type { CallPhase } from '../http/exchange.ts';

/** What a download accepts and where it goes. */
export interface DownloadOptions {
  /** `<answerPath>.part` while it arrives, `answerPath` once it is complete and checked. */
  readonly answerPath: string;
  /** More than this is refused. */
  readonly maxBytes: number;
  /** What the file may be, by its first bytes. */
  readonly accept: readonly MediaKind[];
  readonly signal?: AbortSignal | undefined;
  /** `receiving` counts the bytes of the file, also across a resumption. */
  onPhase?(phase: CallPhase): void;
}

/** A file that is on disk, durably. */
export interface DownloadedFile {
  readonly path: string;
  readonly byteLength: number;
  /** Decided by its first bytes. */
  readonly kind: MediaKind;
  readonly mediaType: string;
}
