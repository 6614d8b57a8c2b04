import { Button, Pill, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { MAX_STOP_SEQUENCES } from '../../../../shared/parameters/chat-parameters.ts';
import { Row } from '../../../core/ui/Form.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { withParameters } from './parameters.ts';
import type { ParameterProps } from './parameter-props.ts';
import { fromVisible, toVisible } from './visible-text.ts';

export function StopField({ parameters, onChange }: ParameterProps) {
  const [entered, setEntered] = useState('');
  const stop = parameters.stop ?? [];
  const isFull = stop.length >= MAX_STOP_SEQUENCES;
  const text = fromVisible(entered);

  const set = (next: readonly string[]) =>
    onChange(withParameters(parameters, { stop: next.length === 0 ? undefined : [...next] }));

  function add(added: string): void {
    if (added === '' || isFull || stop.includes(added)) return;
    set([...stop, added]);
    setEntered('');
  }

  return (
    <>
      <Row
        label="Stop at"
        help={String.raw`The answer ends at any of these texts, which the service returns as part of it. Up to ${MAX_STOP_SEQUENCES}; \n is a new line.`}
      >
        {({ id, helpId }) => (
          <TextInput
            id={id}
            placeholder={isFull ? 'No more' : stop.length === 0 ? 'Nothing' : 'Another text'}
            disabled={isFull}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={helpId}
            value={entered}
            rightSectionWidth="auto"
            rightSection={
              entered !== '' ? (
                <IconButton
                  label="Add stop sequence"
                  icon={<IconPlus size={16} />}
                  size="sm"
                  disabled={text === '' || isFull || stop.includes(text)}
                  onClick={() => add(text)}
                />
              ) : (
                !isFull &&
                !stop.includes('\n') && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label="Add a new line as a stop sequence"
                    onClick={() => add('\n')}
                  >
                    \n
                  </Button>
                )
              )
            }
            onChange={(event) => setEntered(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add(text);
            }}
          />
        )}
      </Row>
      {stop.length > 0 && (
        <Pill.Group aria-label="Stop sequences" role="list">
          {stop.map((each) => (
            <Pill
              key={each}
              role="listitem"
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
    </>
  );
}
