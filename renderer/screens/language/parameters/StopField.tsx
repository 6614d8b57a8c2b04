/** Texts at which the answer ends, as chips with their invisible characters written out. */
import { ActionIcon, Button, Input, Pill, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { MAX_STOP_SEQUENCES } from '../../../../shared/api/sampling.ts';
import classes from './Parameters.module.css';
import { withParameters } from './parameters.ts';
import type { ParameterProps } from './parameter-props.ts';
import { fromVisible, toVisible } from './visible-text.ts';

export function StopField({ parameters, onChange }: ParameterProps) {
  const [entered, setEntered] = useState('');
  const id = useId();
  const stop = parameters.stop ?? [];
  const isFull = stop.length >= MAX_STOP_SEQUENCES;
  const text = fromVisible(entered);
  const canAdd = text !== '' && !isFull && !stop.includes(text);

  const set = (next: readonly string[]) =>
    onChange(withParameters(parameters, { stop: next.length === 0 ? undefined : [...next] }));

  function add(added: string): void {
    if (added === '' || isFull || stop.includes(added)) return;
    set([...stop, added]);
    setEntered('');
  }

  return (
    <div className={classes['field']}>
      <Input.Label size="sm" htmlFor={id} fw={500}>
        Stop sequences <span className={classes['limits']}>up to {MAX_STOP_SEQUENCES}</span>
      </Input.Label>
      {stop.length > 0 && (
        <Pill.Group aria-label="Stop sequences" role="list">
          {stop.map((each) => (
            <Pill
              key={each}
              role="listitem"
              className={classes['chip'] ?? ''}
              withRemoveButton
              removeButtonProps={{
                'aria-label': `Remove ${toVisible(each)}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => set(stop.filter((other) => other !== each))}
            >
              <code>{toVisible(each)}</code>
            </Pill>
          ))}
        </Pill.Group>
      )}
      <div className={classes['addRow']}>
        <TextInput
          id={id}
          size="xs"
          className={classes['grow'] ?? ''}
          placeholder={isFull ? 'The service takes no more' : String.raw`Text, \n for a new line`}
          disabled={isFull}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          value={entered}
          onChange={(event) => setEntered(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(text);
          }}
        />
        <ActionIcon
          size={30}
          variant="default"
          aria-label="Add stop sequence"
          disabled={!canAdd}
          onClick={() => add(text)}
        >
          <IconPlus size={16} />
        </ActionIcon>
        <Button
          disabled={isFull || stop.includes('\n')}
          onClick={() => add('\n')}
          aria-label="Add a new line as a stop sequence"
        >
          \n
        </Button>
      </div>
      <Input.Description id={`${id}-hint`}>
        The answer ends at any of these. The service returns the stop sequence as part of the text.
      </Input.Description>
    </div>
  );
}
