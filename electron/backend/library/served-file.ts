/** A file on disk and its type, as it is handed to the page. */
export interface ServedFile {
  readonly path: string;
  readonly byteLength: number;
  /** Decided by content when the file was stored. */
  readonly mediaType: string;
}
