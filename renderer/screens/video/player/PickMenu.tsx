/** A button as wide as its value, where a list box would take too much room. */
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import shared from '../../../core/ui/shared.module.css';
import { QuietButton } from '../../../core/ui/variants.ts';

export interface Pick<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown on the button if it differs. */
  readonly short?: ReactNode;
}

export function PickMenu<Value extends string>(props: {
  readonly name: string;
  readonly hint?: string;
  readonly value: Value;
  readonly picks: readonly Pick<Value>[];
  readonly isDisabled?: boolean;
  readonly onPick: (value: Value) => void;
  readonly children?: ReactNode;
}) {
  const { name, hint, value, picks, isDisabled = false, onPick, children } = props;
  const picked = picks.find((pick) => pick.value === value);
  return (
    <Menu position="top">
      <Menu.Target>
        <QuietButton
          data-tip={hint ?? name}
          color="gray"
          className={shared['numbers'] ?? ''}
          px="xs"
          flex="none"
          aria-label={`${name}: ${picked?.label ?? value}`}
          disabled={isDisabled}
        >
          {picked?.short ?? picked?.label ?? value}
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.RadioGroup
          value={value}
          onChange={(next) => {
            const pick = picks.find((each) => each.value === next);
            if (pick !== undefined) onPick(pick.value);
          }}
        >
          {picks.map((pick) => (
            <Menu.RadioItem key={pick.value} value={pick.value} closeMenuOnClick>
              {pick.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
