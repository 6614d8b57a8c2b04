export interface ServedFile {
  readonly path: string;
  readonly byteLength: number;
  readonly mediaType: string;
}
