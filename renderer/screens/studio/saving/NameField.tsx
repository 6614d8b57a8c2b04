import { Anchor, Code, Text, TextInput } from '@mantine/core';
import {
  MAX_FILE_NAME,
  MAX_NAME_PATTERN,
  NAME_PLACEHOLDERS,
} from '../../../../shared/export/name-pattern.ts';
import type { ExportFormat } from '../../../../shared/contract/export.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { SAVED_FORMATS, savedName } from '../../../../shared/export/saved-name.ts';
import { Note } from '../../../core/ui/variants.ts';

export function FileNameField(props: {
  readonly name: string;
  readonly format: ExportFormat;
  readonly problem: string | undefined;
  readonly onChange: (name: string) => void;
  readonly onPattern: () => void;
}) {
  const { name, format, problem, onChange, onPattern } = props;
  return (
    <TextInput
      label="Name"
      value={name}
      maxLength={MAX_FILE_NAME}
      error={problem}
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={<Note>.{SAVED_FORMATS[format].extension}</Note>}
      rightSectionWidth={56}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={
        <Anchor component="button" type="button" size="xs" onClick={onPattern}>
          Change the naming pattern
        </Anchor>
      }
    />
  );
}

export function NamePatternField(props: {
  readonly pattern: string;
  readonly photo: Photo | undefined;
  readonly format: ExportFormat | undefined;
  readonly problem: string | undefined;
  readonly onChange: (pattern: string) => void;
}) {
  const { pattern, photo, format = 'png', problem, onChange } = props;
  return (
    <TextInput
      label="Naming pattern"
      value={pattern}
      maxLength={MAX_NAME_PATTERN}
      error={problem}
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={
        problem === undefined ? (
          <>
            {photo !== undefined && (
              <Text span size="xs" style={{ overflowWrap: 'anywhere' }}>
                “{savedName(photo, format, { namePattern: pattern })}”.{' '}
              </Text>
            )}
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
