/** Actions on all keys: reset, Photoshop's keys, export and import, and how keys are recognised. */
import { Button, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { KeyBindings, KeyMatch } from '../../../shared/contract/keys.ts';
import { backend, queries } from '../../core/backend/client.ts';
import { useSetting, useUpdateSettings } from '../../core/backend/settings.ts';
import { sayError } from '../../core/backend/say-error.ts';
import { sayUndo } from '../../core/ui/say-undo.tsx';
import { say } from '../../core/ui/say.ts';
import { pickFiles } from '../../features/files/file-input.ts';
import { finishSave } from '../../features/saving/finish-save.ts';
import { readKeyFile } from './key-file.ts';
import { withoutReplacement } from './key-rows.ts';
import { PHOTOSHOP_KEYS } from './photoshop-keys.ts';

export function KeyFileMenu() {
  const keyBindings = useSetting('keyBindings');
  const keyMatch = useSetting('keyMatch');
  const update = useUpdateSettings();
  const client = useQueryClient();

  function replace(bindings: KeyBindings, match: KeyMatch, sentence: string): void {
    update({ keyBindings: bindings, keyMatch: match });
    sayUndo(sentence, () => {
      const now = client.getQueryData(queries.settings.get.queryKey());
      if (now === undefined) return;
      const undone = { before: keyBindings, replacement: bindings };
      update({
        keyBindings: withoutReplacement(now.keyBindings, undone),
        ...(now.keyMatch === match ? { keyMatch } : {}),
      });
    });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button>All keys…</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => replace({}, keyMatch, 'All commands have their default keys.')}>
          Use the default keys
        </Menu.Item>
        <Menu.Item
          onClick={() => replace(PHOTOSHOP_KEYS, keyMatch, 'Commands have the keys of Photoshop.')}
        >
          Use the keys of Photoshop
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={exportKeys}>Export keys…</Menu.Item>
        <Menu.Item
          onClick={() =>
            pickFiles((files) => {
              const [file] = files;
              if (file !== undefined) void importKeys(file, replace);
            }, '.json,application/json')
          }
        >
          Import keys…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Other keyboards</Menu.Label>
        {(['letter', 'place'] as const).map((match) => (
          <Menu.Item
            key={match}
            role="menuitemradio"
            aria-checked={keyMatch === match}
            rightSection={keyMatch === match && <IconCheck size={16} />}
            onClick={() => update({ keyMatch: match })}
          >
            {match === 'letter' ? 'Match keys by letter' : 'Match keys by position (US layout)'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function exportKeys(): void {
  backend.settings.saveKeys().then(finishSave).catch(sayError);
}

async function importKeys(
  file: File,
  replace: (bindings: KeyBindings, match: KeyMatch, sentence: string) => void,
): Promise<void> {
  const read = await readKeyFile(file);
  if (read === undefined) return say(`“${file.name}” holds no keys of Gesso.`);
  replace(read.bindings, read.match, `Keys are those of “${file.name}”.`);
}
