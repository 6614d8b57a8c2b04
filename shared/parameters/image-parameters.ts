import type { ParameterTable } from './parameter-table.ts';

/** For text removal, clean-up and face merging. */
export const IMAGE_PARAMETERS = {
  responseType: {
    kind: 'choice',
    wire: 'response_image_type',
    noun: 'The type of the returned picture',
    // Stated for text removal and clean-up; face merging takes the same three.
    values: ['png', 'webp', 'jpeg'],
    labels: { png: 'PNG', webp: 'WebP', jpeg: 'JPEG' },
    initial: 'png',
    label: 'Returned type',
    hint: 'PNG loses nothing. WebP and JPEG arrive sooner over a slow line and lose detail.',
  },
} as const satisfies ParameterTable;
