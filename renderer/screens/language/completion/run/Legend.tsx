/** The looks of probability, likeliest first. */
import { Text } from '@mantine/core';
import { PROBABILITY_CLASSES } from '../document/probability.ts';
import classes from '../Completion.module.css';

export function Legend() {
  return (
    <div className={classes['answerLine']} role="group" aria-label="Probability of a token">
      <Text span size="xs" c="dimmed">
        Probability
      </Text>
      {PROBABILITY_CLASSES.map((least, index) => (
        <span key={least} className={`${classes['sample']} cm-probability cm-probability-${index}`}>
          {least === 0 ? 'less' : `${least * 100} %${index === 0 ? ' or more' : ''}`}
        </span>
      ))}
    </div>
  );
}
