import { ActionIcon, Box, Group, Kbd, Text } from '@mantine/core';
import { IconArrowBackUp, IconPlus, IconX } from '@tabler/icons-react';
import { IconButton } from '../../core/ui/IconButton.tsx';
import type { KeyBindings } from '../../../shared/contract/keys.ts';
import { namedKeys } from '../../core/commands/shortcut-keys.ts';
import { withDefaults, withoutKey, type KeyRow } from './key-rows.ts';
import { SmallButton, Status } from '../../core/ui/variants.ts';

export function KeyRowLine(props: {
  readonly row: KeyRow;
  /** Whether the next keys are recorded for this command. */
  readonly isWaiting: boolean;
  readonly wanted: { readonly shortcut: string; readonly users: readonly KeyRow[] } | undefined;
  readonly bindings: KeyBindings;
  readonly onChange: (bindings: KeyBindings) => void;
  readonly onRecord: () => void;
  /** @param isTaken whether the other commands lose the key */
  readonly onAssign: (isTaken: boolean) => void;
  readonly onCancel: () => void;
}) {
  const { row, isWaiting, wanted, bindings, onChange } = props;
  return (
    <Box py="3xs" data-command={row.id} data-keys={row.keys.join(' ')}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm">{row.title}</Text>
        <Group gap="2xs" wrap="wrap" justify="flex-end">
          {isWaiting ? (
            <Status>Press the keys. Escape cancels.</Status>
          ) : (
            row.keys.map((key) => (
              <KeyChip
                key={key}
                shortcut={key}
                title={row.title}
                onRemove={() => onChange(withoutKey(bindings, row, key))}
              />
            ))
          )}
          {row.isOwn && (
            <IconButton
              label={`Use the default keys of ${row.title}`}
              tip="Use the default keys"
              icon={<IconArrowBackUp size={16} />}
              size="sm"
              onClick={() => onChange(withDefaults(bindings, row))}
            />
          )}
          <IconButton
            label={`Add keys to ${row.title}`}
            tip="Add keys"
            icon={<IconPlus size={16} />}
            size="sm"
            onClick={props.onRecord}
          />
        </Group>
      </Group>
      {wanted !== undefined && (
        <Group gap="xs" role="alert">
          <Text size="sm">
            {namedKeys(wanted.shortcut).join(' ')} is used by{' '}
            {TITLES.format(new Set(wanted.users.map(({ title }) => `“${title}”`)))}.
          </Text>
          <SmallButton variant="filled" onClick={() => props.onAssign(true)}>
            Use it here
          </SmallButton>
          <SmallButton onClick={() => props.onAssign(false)}>Use it for both</SmallButton>
          <SmallButton variant="subtle" onClick={props.onCancel}>
            Cancel
          </SmallButton>
        </Group>
      )}
      {row.conflicts.length > 0 && (
        <Text size="xs" c="var(--gesso-notice)">
          Same keys: {[...new Set(row.conflicts)].join(', ')}
        </Text>
      )}
    </Box>
  );
}

/** Several screens may have a command of the same title. */
const TITLES = new Intl.ListFormat('en');

function KeyChip(props: {
  readonly shortcut: string;
  readonly title: string;
  readonly onRemove: () => void;
}) {
  const keys = namedKeys(props.shortcut);
  return (
    <Group gap="3xs" wrap="nowrap" mih="var(--gesso-icon-lg)">
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
      <ActionIcon
        size={16}
        aria-label={`Remove ${keys.join(' ')} from ${props.title}`}
        onClick={props.onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
