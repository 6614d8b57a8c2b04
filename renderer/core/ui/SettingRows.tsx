/**
 * The parts of Settings: bordered groups, and a row for each setting with its name, its control and
 * at most one line.
 */
import { Box, Button, Flex, Group, NumberInput, Stack, Text } from '@mantine/core';
import { createContext, use, useId, useState, type ReactNode } from 'react';
import { clamp } from '../../../shared/numbers.ts';
import { HAIRLINE } from './hairline.ts';
import classes from './Form.module.css';
import { SmallNote } from './variants.ts';

/** The search, in lower case; empty while sections are shown completely. */
const SoughtContext = createContext('');

export function SoughtSettings(props: { readonly text: string; readonly children: ReactNode }) {
  return <SoughtContext value={props.text}>{props.children}</SoughtContext>;
}

export function SettingGroup(props: {
  /** Of a group inside its section. */
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const { title, children } = props;
  return (
    <Stack gap="xs" className={classes['block'] ?? ''}>
      {title !== undefined && <h3>{title}</h3>}
      <Box bdrs="md" className={classes['group'] ?? ''} style={{ border: HAIRLINE }}>
        {children}
      </Box>
    </Stack>
  );
}

export function SettingRow(props: {
  readonly name: string;
  readonly icon?: ReactNode;
  /** Beside the name, such as a chip. */
  readonly mark?: ReactNode;
  /** Below the name, at most one line. */
  readonly line?: ReactNode;
  /** Further words that find it in the search. */
  readonly keywords?: string;
  /** As a function, gets the ids for a field that the name labels. */
  readonly children?: ReactNode | ((id: string, lineId: string) => ReactNode);
}) {
  const { name, icon, mark, line, keywords = '', children } = props;
  const sought = use(SoughtContext);
  const id = useId();
  const isField = typeof children === 'function';
  const text = `${name} ${typeof line === 'string' ? line : ''} ${keywords}`.toLowerCase();
  return (
    <Group
      gap="md"
      wrap="nowrap"
      mih="var(--gesso-source)"
      py="xs"
      pl="md"
      pr="sm"
      className={classes['settingRow'] ?? ''}
      data-setting
      hidden={!text.includes(sought)}
    >
      <div className={classes['text']}>
        <Flex gap="xs" rowGap="2xs" align="center" wrap="wrap">
          {icon}
          {isField ? <label htmlFor={id}>{name}</label> : <span>{name}</span>}
          {mark}
        </Flex>
        {line !== undefined && (
          <SmallNote component="div" id={`${id}-line`}>
            {line}
          </SmallNote>
        )}
      </div>
      {isField ? children(id, `${id}-line`) : children}
    </Group>
  );
}

/** A table, question or progress across a group. */
export function SettingBlock({ children }: { readonly children: ReactNode }) {
  return (
    <Stack gap="xs" px="md" py="sm">
      {children}
    </Stack>
  );
}

/** A whole number that is applied when the field is left, as typing 300 passes through 3. */
export function NumberSetting(props: {
  readonly id: string;
  readonly lineId?: string;
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onCommit: (value: number) => void;
}) {
  const { id, lineId, unit, min, max, value, onCommit } = props;
  const [typed, setTyped] = useState<number | string>();

  function take(): void {
    const next = typeof typed === 'number' ? clamp(Math.round(typed), min, max) : value;
    setTyped(undefined);
    if (next !== value) onCommit(next);
  }

  return (
    <NumberInput
      id={id}
      aria-describedby={lineId}
      {...unitField(unit)}
      w={max >= 100_000 || (unit?.length ?? 0) > 3 ? 120 : 88}
      min={min}
      max={max}
      allowDecimal={false}
      thousandSeparator=","
      hideControls
      value={typed ?? value}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

/** The width of a number field, and the unit inside it. */
export function unitField(unit: string | undefined) {
  if (unit === undefined) return { w: 88 };
  return {
    w: unit.length > 3 ? 120 : 88,
    rightSectionWidth: 'auto',
    rightSectionPointerEvents: 'none' as const,
    rightSection: (
      <Text span size="xs" c="var(--gesso-text-3)" pr="xs">
        {unit}
      </Text>
    ),
  };
}

/** Asks for a second press, with Cancel focused, before it removes something for good. */
export function ConfirmedButton(props: {
  readonly label: string;
  readonly confirmLabel: string;
  readonly isPending?: boolean;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
}) {
  const { label, confirmLabel, isPending = false, disabled = false, onConfirm } = props;
  const [state, setState] = useState<'idle' | 'asking' | 'asked'>('idle');
  if (state !== 'asking') {
    return (
      <Button
        loading={isPending}
        disabled={disabled}
        autoFocus={state === 'asked'}
        onClick={() => setState('asking')}
      >
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      <Button autoFocus onClick={() => setState('asked')}>
        Cancel
      </Button>
      <Button
        variant="filled"
        color="red.9"
        onClick={() => {
          setState('asked');
          onConfirm();
        }}
      >
        {confirmLabel}
      </Button>
    </Group>
  );
}
