/** Everything that is known of one model. */
import { Button, Text } from '@mantine/core';
import { describeContext, describePrices, type ListedModel } from './model-list.ts';
import classes from './Models.module.css';

export function ModelDetails(props: {
  readonly model: ListedModel;
  readonly onSelect: () => void;
}) {
  const { model, onSelect } = props;
  return (
    <section className={classes['details']} aria-label={`About ${model.title}`}>
      <Text fw={600}>{model.title}</Text>
      <Text size="xs" c="dimmed" className={classes['modelId'] ?? ''}>
        {model.id}
      </Text>
      {model.description !== '' && <Text size="sm">{model.description}</Text>}
      <Text size="sm">{describePrices(model)}</Text>
      <Text size="sm">{describeContext(model)}</Text>
      <Button onClick={onSelect}>Use this model</Button>
    </section>
  );
}
