import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CLEANED_KINDS,
  type CleanedKind,
  type KindUsage,
} from '../../../../shared/contract/storage.ts';
import { backend, queries, readError } from '../../../core/backend/client.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { count, formatBytes } from '../../../core/ui/format.ts';
import { sayUndo } from '../../../core/ui/say-undo.tsx';
import { say } from '../../../core/ui/say.ts';
import { SettingRow } from '../../../core/ui/SettingRows.tsx';
import shared from '../../../core/ui/shared.module.css';
import { CLEAN_UP_WORDS, cleanUpLine, KIND_NAMES } from '../model/storage-words.ts';
import { Note } from '../../../core/ui/variants.ts';

export function KindRows(props: {
  readonly kinds: readonly KindUsage[];
  readonly onChanged: () => void;
}) {
  const [cleaned, setCleaned] = useState<CleanedKind>();
  const kind = props.kinds.find((each) => each.kind === cleaned);
  const total = props.kinds.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      {props.kinds.map((each) => (
        <KindRow key={each.kind} usage={each} onCleanUp={setCleaned} />
      ))}
      <SettingRow name="Total">
        <Text className={shared['numbers'] ?? ''} miw="var(--gesso-label)" ta="right">
          {formatBytes(total)}
        </Text>
      </SettingRow>
      <Modal
        opened={cleaned !== undefined}
        size={400}
        onClose={() => setCleaned(undefined)}
        title={cleaned === undefined ? '' : `Clean up: ${KIND_NAMES[cleaned].toLowerCase()}`}
      >
        {cleaned !== undefined && kind !== undefined && (
          <CleanUp
            kind={cleaned}
            usage={kind}
            close={() => setCleaned(undefined)}
            onChanged={props.onChanged}
          />
        )}
      </Modal>
    </>
  );
}

function KindRow(props: {
  readonly usage: KindUsage;
  readonly onCleanUp: (kind: CleanedKind) => void;
}) {
  const { kind, bytes, removable, onlyHere } = props.usage;
  const cleaned = CLEANED_KINDS.find((each) => each === kind);
  const isStuck = cleaned !== undefined && bytes > 0 && removable + onlyHere === 0;
  return (
    <SettingRow
      name={KIND_NAMES[kind]}
      line={isStuck ? CLEAN_UP_WORDS[cleaned].whyNone : undefined}
      keywords="disk space clean up"
    >
      <Group gap="xs">
        {cleaned !== undefined && removable + onlyHere > 0 && (
          <Button
            size="xs"
            aria-label={`Clean up ${KIND_NAMES[kind].toLowerCase()}…`}
            onClick={() => props.onCleanUp(cleaned)}
          >
            Clean up…
          </Button>
        )}
        <Text className={shared['numbers'] ?? ''} miw="var(--gesso-label)" ta="right">
          {formatBytes(bytes)}
        </Text>
      </Group>
    </SettingRow>
  );
}

function CleanUp(props: {
  readonly kind: CleanedKind;
  readonly usage: KindUsage;
  readonly close: () => void;
  readonly onChanged: () => void;
}) {
  const { kind, usage, close, onChanged } = props;
  const [withOnlyHere, setWithOnlyHere] = useState(false);
  const words = CLEAN_UP_WORDS[kind];
  const removal = useMutation(
    queries.storage.cleanUp.mutationOptions({
      onSuccess({ removed, undoId }) {
        onChanged();
        const sentence = `${count(removed, words.noun)} removed.`;
        if (undoId === undefined) say(sentence);
        else sayUndo(sentence, () => undo(undoId, onChanged));
      },
    }),
  );
  const number = usage.removable + (withOnlyHere ? usage.onlyHere : 0);
  return (
    <Stack gap="sm">
      {usage.removable > 0 && (
        <Text size="sm">Removes {cleanUpLine(usage.removable, words.noun, words.goes)}.</Text>
      )}
      {usage.onlyHere > 0 && (
        <Checkbox
          size="sm"
          label={`Also remove ${cleanUpLine(usage.onlyHere, words.noun, words.onlyHere)}`}
          checked={withOnlyHere}
          onChange={(event) => setWithOnlyHere(event.currentTarget.checked)}
        />
      )}
      <Note>
        {words.stays} {words.canUndo ? 'You can undo this.' : 'This can’t be undone.'}
      </Note>
      {removal.error !== null && (
        <ErrorNotice error={readError(removal.error)} onClose={() => removal.reset()} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button
          variant="filled"
          color="red.9"
          disabled={number === 0}
          loading={removal.isPending}
          onClick={() => removal.mutate({ kind, withOnlyHere }, { onSuccess: close })}
        >
          Remove {count(number, words.noun)}
        </Button>
      </Group>
    </Stack>
  );
}

function undo(undoId: string, onChanged: () => void): void {
  backend.storage.undo({ undoId }).then(onChanged, sayError);
}
