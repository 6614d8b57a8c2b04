import type { UpscaleFindings, UpscaleResult } from '../../../../shared/contract/upscale.ts';
import { describePixels } from './size-words.ts';

/** @param warning the service's own, if it sent one */
export function resultNotes(
  { raw, promised }: Pick<UpscaleResult, 'raw' | 'promised'>,
  findings: UpscaleFindings | undefined,
  warning: string | undefined,
): readonly string[] {
  const isAsPromised = raw.width === promised.width && raw.height === promised.height;
  return [
    ...(isAsPromised
      ? []
      : [
          `The result is ${describePixels(raw)}. Gesso expected ${describePixels(promised)} and has learned from it.`,
        ]),
    ...brokenParts(findings?.black.length ?? 0, 'black', 'the original is not'),
    ...brokenParts(findings?.flat.length ?? 0, 'flat', 'the original has detail'),
    ...(warning === undefined ? [] : [`The service warns: ${warning}`]),
  ];
}

function brokenParts(parts: number, look: string, original: string): readonly string[] {
  if (parts === 0) return [];
  const where = parts === 1 ? 'A part of the result is' : `${parts} parts of the result are`;
  return [`${where} ${look} where ${original}. Try another upscaler or a smaller size.`];
}
