import { ColorInput, type ColorInputProps } from '@mantine/core';
import { useState } from 'react';

/** @returns `#rrggbb` in lower case; `undefined` for anything but a whole colour */
export function readColor(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/iu.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const pairs = digits.length === 3 ? digits.replaceAll(/./gu, '$&$&') : digits;
  return `#${pairs.toLowerCase()}`;
}

/** A colour that can also be typed: what is no colour yet stays in the field until it is left. */
export function ColorField(
  props: Omit<ColorInputProps, 'value' | 'onChange' | 'format'> & {
    /** `#rrggbb` in lower case. */
    readonly value: string;
    readonly onChange: (color: string) => void;
  },
) {
  const { value, onChange, ...others } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <ColorInput
      {...others}
      format="hex"
      value={typed ?? value}
      onChange={(text) => {
        const color = readColor(text);
        setTyped(color === text ? undefined : text);
        if (color !== undefined && color !== value) onChange(color);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
