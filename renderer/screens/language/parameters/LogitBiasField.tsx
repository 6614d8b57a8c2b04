/** Edits biases of token ids, whole numbers from −100 to 100. */
import { ActionIcon, Group, Input, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState, type FormEvent } from 'react';
import { LOGIT_BIAS } from '../../../../shared/parameters/chat-parameters.ts';
import { pasteNumber } from '../../../core/ui/read-number.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

export function LogitBiasField(props: {
  readonly bias: Readonly<Record<string, number>>;
  readonly onChange: (bias: Record<string, number>) => void;
}) {
  const { bias, onChange } = props;
  const [token, setToken] = useState('');
  const [amount, setAmount] = useState<number | string>('');
  const id = useId();
  const { min, max } = LOGIT_BIAS;
  const isToken = /^\d{1,9}$/u.test(token.trim());
  const isWrong = token.trim() !== '' && !isToken;
  const isReady = isToken && typeof amount === 'number';

  function add(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    onChange({ ...bias, [String(Number(token))]: amount });
    setToken('');
    setAmount('');
  }

  return (
    <Stack gap="xs" role="group" aria-labelledby={`${id}-label`}>
      <SmallNote
        data-tip={`Makes single tokens more or less likely: ${min} bans one, ${max} forces it. Ids are those of the model’s own tokenizer.`}
        id={`${id}-label`}
      >
        Logit bias
      </SmallNote>
      {Object.entries(bias).map(([key, value]) => (
        <Group key={key} gap="2xs" wrap="nowrap">
          <Text size="xs" flex={1}>
            Token {key}
          </Text>
          <NumberInput
            size="xs"
            w={88}
            aria-label={`Bias of token ${key}`}
            clampBehavior="none"
            value={value}
            onPasteCapture={(event) =>
              pasteNumber(event, true, (next) => onChange({ ...bias, [key]: next }))
            }
            onChange={(next) => {
              if (typeof next === 'number') onChange({ ...bias, [key]: next });
            }}
          />
          <ActionIcon
            aria-label={`Remove token ${key}`}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(bias).filter(([each]) => each !== key)))
            }
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group component="form" gap="2xs" wrap="nowrap" onSubmit={add}>
        <TextInput
          size="xs"
          flex={1}
          placeholder="Token id"
          aria-label="Token id"
          inputMode="numeric"
          autoComplete="off"
          error={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <NumberInput
          size="xs"
          w={88}
          placeholder="Bias"
          aria-label="Bias"
          clampBehavior="none"
          value={amount}
          onPasteCapture={(event) => pasteNumber(event, true, setAmount)}
          onChange={setAmount}
        />
        <ActionIcon type="submit" aria-label="Add bias" disabled={!isReady}>
          <IconPlus size={16} />
        </ActionIcon>
      </Group>
      {isWrong && (
        <Input.Error id={`${id}-wrong`} role="alert">
          A whole number
        </Input.Error>
      )}
    </Stack>
  );
}
