import type {
  RecipeStep,
  StepCondition,
  StepKind,
  StepMask,
  StepOf,
} from '../../../../shared/contract/recipes.ts';

export const STEP_TITLES: Readonly<Record<StepKind, string>> = {
  'remove-text': 'Remove text',
  'clean-up': 'Clean up people, spots or text',
  upscale: 'Upscale',
  crop: 'Crop, turn or fit',
  'merge-face': 'Merge a face…',
  mix: 'Blend with the picture before',
  clip: 'Make a clip',
  save: 'Save',
};

const FORMATS: Readonly<Record<StepOf<'save'>['format'], string>> = {
  source: 'as the original',
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  tiff: 'TIFF',
  psd: 'PSD',
  ora: 'OpenRaster',
};

export function formatTitle(format: StepOf<'save'>['format']): string {
  return FORMATS[format];
}

export function stepWords(step: RecipeStep): string {
  switch (step.kind) {
    case 'remove-text':
      return step.where === 'found' ? 'Remove text where found' : 'Remove text';
    case 'clean-up':
      return maskWords(step.mask);
    case 'upscale': {
      const { size } = step.parameters;
      return size.mode === 'factor'
        ? `Upscale ${size.factor}×`
        : `Upscale to ${size.width} × ${size.height}`;
    }
    case 'crop':
      return cropWords(step);
    case 'merge-face':
      return 'Merge a face';
    case 'mix':
      return blendWords(step);
    case 'clip':
      return `Make a clip with ${step.parameters.model}${step.isFile === true ? ' as a file' : ''}`;
    case 'save':
      return saveWords(step);
  }
}

export function conditionWords(condition: StepCondition): string {
  switch (condition.if) {
    case 'larger':
      return `if larger than ${condition.side} px`;
    case 'smaller':
      return `if smaller than ${condition.side} px`;
    case 'changed':
      return 'if the step before changed it';
    case 'found':
      return `if ${FOUND[condition.what]} found`;
  }
}

const FOUND = { text: 'text is', face: 'a face is', people: 'people are' } as const;

export function recipeSentence(steps: readonly RecipeStep[]): string {
  return steps
    .map((step) =>
      step.only === undefined ? stepWords(step) : `${stepWords(step)} ${conditionWords(step.only)}`,
    )
    .join(' → ');
}

function maskWords(mask: StepMask): string {
  switch (mask.from) {
    case 'kept':
      return 'Clean up the painted mask';
    case 'people':
      return 'Remove people';
    case 'spots':
      return 'Remove spots';
    case 'text':
      return 'Clean up text';
    case 'object':
      return mask.at.length === 1 ? 'Remove an object' : `Remove ${mask.at.length} objects`;
  }
}

function cropWords({ turn, mirror, cut, fit }: StepOf<'crop'>): string {
  const parts = [
    ...(turn === 0 ? [] : [`Turn ${turn}°`]),
    ...(mirror ? ['Mirror'] : []),
    ...(cut === undefined
      ? []
      : [
          cut.by === 'shape'
            ? `Crop to ${cut.width}:${cut.height}`
            : `Crop to ${cut.width} × ${cut.height}`,
        ]),
    ...(fit === undefined ? [] : [`Fit into ${fit.width} × ${fit.height}`]),
  ];
  return parts.length === 0 ? 'Leave as it is' : parts.join(', ');
}

function blendWords({ strength, matchColors }: StepOf<'mix'>): string {
  const percent = Math.round(strength * 100);
  if (percent === 100 && matchColors) return 'Match the colours of the picture before';
  return `Blend ${percent} %${matchColors ? ', match colours' : ''}`;
}

function saveWords({ format, quality, lossless }: StepOf<'save'>): string {
  if (format === 'source') return 'Save in the original format';
  if (format === 'webp' && lossless) return 'Save as WebP without loss';
  const hasQuality = format === 'jpeg' || format === 'webp';
  return `Save as ${formatTitle(format)}${hasQuality ? ` ${quality}` : ''}`;
}
