/** The name of a saved file: a pattern, and an example of the name. */
import { Code, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  MAX_NAME_PATTERN,
  NAME_PLACEHOLDERS,
  nameByPattern,
} from '../../../../shared/export/name-pattern.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';

export function NameField(props: {
  readonly pattern: string;
  readonly photo: Photo;
  /** Without a dot. */
  readonly extension: string;
  readonly problem: string | undefined;
  readonly onChange: (pattern: string) => void;
}) {
  const { pattern, photo, extension, problem, onChange } = props;
  const stem = photo.name.replace(/\.[^.]{1,5}$/u, '');
  const [date] = useState(() => new Date());
  const name = nameByPattern(pattern, { ...photo, name: stem, date });
  return (
    <TextInput
      label="Name"
      value={pattern}
      maxLength={MAX_NAME_PATTERN}
      error={problem}
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={
        problem === undefined ? (
          <>
            <Text span size="xs" style={{ overflowWrap: 'anywhere' }}>
              “{name}.{extension}”.
            </Text>{' '}
            {NAME_PLACEHOLDERS.map(({ placeholder, meaning }, index) => (
              <span key={placeholder}>
                {index === 0 ? '' : ', '}
                <Code fz="xs">{placeholder}</Code> {meaning}
              </span>
            ))}
            .
          </>
        ) : undefined
      }
    />
  );
}
