/** Settings that are rarely changed: the type of the picture that comes back. */
import { Collapse, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { ResponseTypeField } from '../../../ui/ResponseTypeField.tsx';
import { useFaces, useFacesSession } from '../session/index.ts';

export function AdvancedFields() {
  const session = useFacesSession();
  const type = useFaces((state) => state.responseType);
  const [isShown, setShown] = useState(false);
  const Chevron = isShown ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton fz="sm" fw={600} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        <Chevron size={14} style={{ verticalAlign: 'middle' }} /> Advanced
        {type !== 'png' && (
          <Text span size="xs" c="dimmed">
            {' '}
            ({type.toUpperCase()} returned)
          </Text>
        )}
      </UnstyledButton>
      <Collapse expanded={isShown}>
        <ResponseTypeField value={type} onChange={session.setResponseType} />
      </Collapse>
    </div>
  );
}
