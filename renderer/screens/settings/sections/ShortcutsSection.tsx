import { Button } from '@mantine/core';
import { runCommandById } from '../../../core/commands/run-command.ts';
import { SettingGroup, SettingRow } from '../../../core/ui/SettingRows.tsx';

export function ShortcutsSection() {
  return (
    <SettingGroup>
      <SettingRow
        name="Keyboard shortcuts"
        line="Add or remove the keys of any command"
        keywords="hotkeys photoshop"
      >
        <Button onClick={() => runCommandById('app.shortcuts', false)}>Show…</Button>
      </SettingRow>
    </SettingGroup>
  );
}
