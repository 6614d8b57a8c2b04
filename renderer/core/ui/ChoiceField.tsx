import { Row } from './Form.tsx';
import { Segments } from './Segments.tsx';

export function ChoiceField<Value extends string>(props: {
  readonly label: string;
  /** The effect, for the label's tooltip. */
  readonly hint: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const { label, hint, value, choices, onChange } = props;
  return (
    <Row label={label} help={hint}>
      {({ helpId }) => (
        <Segments
          fullWidth
          aria-label={label}
          aria-describedby={helpId}
          data={choices}
          value={value}
          onChange={onChange}
        />
      )}
    </Row>
  );
}
