/** The parameters with the function that changes them, as each field gets them. */
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import type { ParameterUse } from './parameters.ts';

export interface ParameterProps {
  readonly use: ParameterUse;
  readonly parameters: LanguageParameters;
  readonly onChange: (parameters: LanguageParameters) => void;
}
