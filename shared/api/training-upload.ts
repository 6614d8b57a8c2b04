/** POST /v3/assets/training_dataset as it is on the wire (specification, "Upload asset"). */

/** The path below the base URL. */
export const TRAINING_UPLOAD_PATH = '/v3/assets/training_dataset';

export const TRAINING_FILE_EXTENSIONS = ['png', 'webp', 'jpeg'] as const;
export type TrainingFileExtension = (typeof TRAINING_FILE_EXTENSIONS)[number];

/** Where a training picture goes. */
export interface UploadTicket {
  /** Kept as text: it is sent as an integer or a string. */
  readonly assetId: string;
  /** Pre-signed: a secret as long as it is valid, which is about two minutes. */
  readonly url: string;
  /** To be sent as they are; without `Host`, which was compared with the address. */
  readonly headers: Readonly<Record<string, string>>;
}
