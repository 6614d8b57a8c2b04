/** Documents that a language model continues. */
import { useState } from 'react';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import { ScreenPanel } from '../../../screen/ScreenPanel.tsx';
import { LanguageHead } from '../LanguageHead.tsx';
import { ModelPicker } from '../models/ModelPicker.tsx';
import { ParametersPanel } from '../parameters/ParametersPanel.tsx';

export function CompletionView() {
  const [parameters, setParameters] = useState<LanguageParameters>({});
  const [model, setModel] = useState<string>();
  return (
    <div style={{ display: 'flex', height: '100%', justifyContent: 'flex-end' }}>
      <LanguageHead>
        <ModelPicker value={model} onChange={setModel} hasShortcut />
      </LanguageHead>
      <ScreenPanel label="Parameters">
        <ParametersPanel use="completion" parameters={parameters} onChange={setParameters} />
      </ScreenPanel>
    </div>
  );
}
