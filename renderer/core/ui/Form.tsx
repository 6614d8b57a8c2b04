import { Collapse, Group, Input, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './Form.module.css';
import shared from './shared.module.css';
import { SmallNote } from './variants.ts';

/** Related rows between two lines. */
export function Section(props: {
  readonly title?: string;
  /** Buttons for the whole section, at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, actions, children } = props;
  const id = useId();
  return (
    <Stack
      component="section"
      gap="sm"
      p="md"
      data-section
      className={classes['section'] ?? ''}
      aria-labelledby={title && id}
    >
      {title !== undefined && (
        <Group gap="2xs" wrap="nowrap" mih="var(--gesso-control-sm)" my="-2xs">
          <Text component="h2" id={id} size="xs" fw={600} flex={1}>
            {title}
          </Text>
          {actions}
        </Group>
      )}
      {children}
    </Stack>
  );
}

/** Ids that connect a control to its row; controls other than fields use `aria-labelledby`. */
interface RowIds {
  readonly id: string;
  readonly labelId: string;
  /** For `aria-describedby`; missing without help. */
  readonly helpId: string | undefined;
}

/** A setting: label, control, and an error below. */
export function Row(props: {
  readonly label: string;
  /** Effect, range and usual value, shown when the pointer is over the label. */
  readonly help?: string;
  readonly error?: ReactNode;
  /** Whether the control keeps the width of its content, at the right, like a switch. */
  readonly isCompact?: boolean;
  readonly children: (ids: RowIds) => ReactNode;
}) {
  const { label, help, error, isCompact = false, children } = props;
  const id = useId();
  const helpId = help === undefined ? undefined : `${id}-help`;
  return (
    <div className={classes['row']} data-compact={isCompact || undefined}>
      <SmallNote
        component="label"
        id={`${id}-label`}
        htmlFor={id}
        data-help={help !== undefined || undefined}
        data-tip={help}
      >
        {label}
      </SmallNote>
      <Group gap="xs" wrap="nowrap" miw={0} className={classes['control'] ?? ''}>
        {children({ id, labelId: `${id}-label`, helpId })}
        {help !== undefined && (
          <span id={helpId} hidden>
            {help}
          </span>
        )}
      </Group>
      {error !== undefined && error !== null && error !== false && (
        <Input.Error role="alert" style={{ gridColumn: -2 }}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}

export function SwitchRow(props: {
  readonly label: string;
  readonly help?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const { checked, disabled = false, onChange, ...row } = props;
  return (
    <Row {...row} isCompact>
      {({ id, helpId }) => (
        <Switch
          id={id}
          aria-describedby={helpId}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </Row>
  );
}

/** Rarely changed settings, folded behind a line that summarises them. */
export function Fold(props: {
  readonly title: string;
  readonly summary?: ReactNode;
  /** Such as while something in it is in progress, until the user closes it. */
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}) {
  const { title, summary, isOpenAtFirst = false, children } = props;
  const [chosen, setShown] = useState<boolean>();
  const isShown = chosen ?? isOpenAtFirst;
  return (
    <div data-section>
      <Group
        component={UnstyledButton}
        gap="xs"
        wrap="nowrap"
        w="100%"
        mih="var(--gesso-control-lg)"
        px="md"
        fz="xs"
        fw={600}
        lh="xs"
        className={shared['choice'] ?? ''}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        <IconChevronRight
          size={16}
          color="var(--gesso-text-2)"
          style={{ rotate: isShown ? '90deg' : '0deg' }}
        />
        {title}
        {summary !== undefined && (
          <SmallNote span fw={400} truncate ta="right" flex={1}>
            {summary}
          </SmallNote>
        )}
      </Group>
      <Collapse expanded={isShown}>
        <Stack gap="sm" p="md" pt={0} className={classes['section'] ?? ''}>
          {children}
        </Stack>
      </Collapse>
    </div>
  );
}
