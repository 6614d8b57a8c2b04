import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useClosers } from '../../core/screen/closers.ts';
import shared from '../../core/ui/shared.module.css';
import { HAIRLINE } from '../../core/ui/hairline.ts';
import { SmallNote } from '../../core/ui/variants.ts';

/**
 * @param props.label e.g. "Find in the document"
 * @param props.place e.g. "2/14"
 * @param props.onStep 1 for the next match, −1 for the previous one
 */
export function FindBar(props: {
  readonly label: string;
  readonly words: string;
  readonly place: string;
  readonly onWords: (words: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}) {
  const { label, words, place, onWords, onStep, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  useClosers([{ layer: 'bar', isOpen: () => true, close: onClose }]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === 'Escape') onClose();
    else onStep(event.shiftKey ? -1 : 1);
  }

  return (
    <Group
      component="search"
      gap="2xs"
      wrap="nowrap"
      px="sm"
      py="2xs"
      style={{ borderBottom: HAIRLINE }}
      aria-label={label}
    >
      <TextInput
        ref={field}
        size="xs"
        flex="0 1 var(--gesso-list)"
        miw="var(--gesso-label)"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <SmallNote span ta="center" miw="3.5em" className={shared['numbers'] ?? ''} role="status">
        {place}
      </SmallNote>
      <ActionIcon size={26} aria-label="Previous match" onClick={() => onStep(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon size={26} aria-label="Next match" onClick={() => onStep(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
      <ActionIcon size={26} aria-label="Close find" onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
