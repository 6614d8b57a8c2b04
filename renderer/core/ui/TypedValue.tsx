/**
 * A value with its unit that can be edited: Enter or leaving the field applies it, Escape restores
 * it.
 */
import { Input } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

export function TypedValue(props: {
  readonly label: string;
  /** With its unit. */
  readonly value: string;
  /** Characters that fit. */
  readonly width: number;
  readonly isDisabled?: boolean;
  /** Whether it looks like text until hovered. */
  readonly isPlain?: boolean;
  /** @returns false for invalid text, which is then restored */
  readonly onEnter: (text: string) => boolean;
}) {
  const { label, value, width, isDisabled = false, isPlain = false, onEnter } = props;
  const [entered, setEntered] = useState<string>();

  function take(): void {
    if (entered !== undefined && entered !== value) onEnter(entered);
    setEntered(undefined);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') {
      take();
      event.currentTarget.select();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setEntered(undefined);
    }
  }

  return (
    <Input
      variant={isPlain ? 'unstyled' : 'default'}
      w={`${width}ch`}
      styles={isPlain ? { input: { padding: 0, color: 'inherit', textAlign: 'right' } } : {}}
      aria-label={label}
      disabled={isDisabled}
      spellCheck={false}
      autoComplete="off"
      value={entered ?? value}
      onChange={(event) => setEntered(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  );
}
