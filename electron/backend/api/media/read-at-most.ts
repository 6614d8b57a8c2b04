import { AppError } from '../../../../shared/errors/app-error.ts';

/** @param message of the error @throws AppError `too-large` */
export async function readAtMost(
  request: Request,
  limit: number,
  message: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of request.body ?? []) {
    byteLength += chunk.byteLength;
    if (byteLength > limit) throw new AppError({ kind: 'too-large', message });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, byteLength);
}
