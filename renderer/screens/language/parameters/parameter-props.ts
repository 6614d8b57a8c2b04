import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import type { ParameterUse } from './parameters.ts';

export interface ParameterProps {
  readonly use: ParameterUse;
  readonly parameters: LanguageParameters;
  readonly onChange: (parameters: LanguageParameters) => void;
}
