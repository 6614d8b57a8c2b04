/** The settings that differ, one line each; equal ones are only counted. */
import { Text } from '@mantine/core';
import { count } from '../../../base/ui/format.ts';
import classes from '../Video.module.css';
import { clipLetter } from './compared-clips.ts';
import type { SettingsRow } from './settings-table.ts';

/** One a clip. */
const COLUMNS = ['first', 'second', 'third', 'fourth'] as const;

export function SettingsTable(props: {
  readonly table: { readonly rows: readonly SettingsRow[]; readonly equal: number };
  /** One a clip. */
  readonly titles: readonly string[];
}) {
  const { table, titles } = props;
  const { rows, equal } = table;
  if (rows.length === 0) {
    return (
      <div className={classes['table']}>
        <Text size="xs" c="dimmed">
          These clips have the same settings.
        </Text>
      </div>
    );
  }
  return (
    <div className={classes['table']}>
      <table aria-label="Settings that differ">
        <thead>
          <tr>
            <td />
            {titles.map((title, index) => (
              <th key={COLUMNS[index]} scope="col" title={title}>
                {clipLetter(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={COLUMNS[index]} aria-label={`${titles[index] ?? ''}: ${value}`}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed">
        {count(equal, 'setting')} the same.
      </Text>
    </div>
  );
}
