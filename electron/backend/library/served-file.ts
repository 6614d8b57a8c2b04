export interface ServedFile {
  readonly path: string;
  readonly byteLength: number;
  /** Detected from the content when stored. */
  readonly mediaType: string;
}
