import { defineCommands } from '../../../core/commands/define-commands.ts';

export const PHOTO = defineCommands(
  'studio',
  { group: 'Photo' },
  {
    open: {
      title: 'Open photos…',
      keys: ['Mod+O'],
      words: 'import, file, load, add, picture, image, new photo',
    },
    recent: {
      title: 'Add recent photos…',
      keys: ['Shift+Alt+O'],
      words: 'open, history, library, last',
    },
    close: { title: 'Close photo' },
    closeAll: { title: 'Close all photos', keys: ['Shift+Alt+W'], words: 'start, home' },
    next: { title: 'Next photo', keys: ['ArrowRight'] },
    previous: { title: 'Previous photo', keys: ['ArrowLeft'] },
    selectAll: { title: 'Select all photos', keys: ['Alt+A'], words: 'strip, batch' },
    selectNone: {
      title: 'Deselect all photos',
      keys: ['Shift+Alt+A'],
      words: 'select none, strip',
    },
  },
);

export const SAVING = defineCommands(
  'studio',
  { group: 'Photo' },
  {
    save: { title: 'Save', keys: ['Mod+S'], words: 'export, download, again' },
    saveAs: {
      title: 'Save as…',
      keys: ['Shift+Mod+S'],
      words: 'export, download, format, png, jpeg, webp, tiff, psd, photoshop, layers',
    },
    saveMany: {
      title: 'Save selected photos…',
      keys: ['Alt+Mod+S'],
      words: 'export, download, batch, save all, all',
    },
    sendToVideo: { title: 'Send to Video', keys: ['Alt+V'], words: 'clip, animate, motion' },
    sendToUpscale: {
      title: 'Send to Upscale',
      keys: ['Alt+U'],
      words:
        'enlarge, resize, larger, bigger photo, denoise, sharpen, resolution, low quality, pixelated',
    },
    sendToFaces: {
      title: 'Send to Faces as the picture',
      keys: ['Alt+F'],
      words: 'face, merge, portrait',
    },
    sendToFacesAsFace: {
      title: 'Send to Faces as the face',
      keys: ['Shift+Alt+F'],
      words: 'face, merge, portrait',
    },
    makeRecipe: { title: 'Make recipe…', words: 'action, record, workflow, series, repeat' },
    maskInRecipe: { title: 'Use the mask in a recipe', words: 'same mask, batch, series' },
    runRecipe: {
      title: 'Run a recipe on the selected photos…',
      words: 'batch, series, action, workflow, automate',
    },
    copy: { title: 'Copy photo', keys: ['Mod+C'], words: 'clipboard, picture, image' },
  },
);

export const RUNS = defineCommands(
  'studio',
  { group: 'Clean-up and text' },
  {
    'run.cleanup': {
      title: 'Clean up',
      keys: ['Mod+Enter'],
      words:
        'run, start, send, go, inpaint, erase object, remove object, heal, content aware fill, generative fill, fill, clone stamp, patch, get rid',
    },
    'run.remove-text': {
      title: 'Remove text',
      keys: ['Mod+Enter'],
      words: 'run, start, send, go',
      needs: 'Switch to text removal first',
    },
    runAgain: {
      title: 'Run again',
      keys: ['Shift+Mod+Enter'],
      words: 'repeat, variant',
      isLocal: true,
    },
    cleanup: { title: 'Switch to clean-up', keys: ['Alt+C'], words: 'inpaint, mode, object' },
    removeText: {
      title: 'Switch to text removal',
      keys: ['Alt+T'],
      words: 'remove text, remove watermark, watermark, caption, logo, mode',
    },
    textBox: { title: 'Text box', group: 'Tools', keys: ['T'], words: 'area, frame' },
    addTextBox: { title: 'Add text box', group: 'Tools', keys: ['Shift+T'], words: 'area, new' },
    'text.whole': { title: 'Remove text: whole photo', words: 'all, tiles, watermark' },
    'text.boxes': { title: 'Remove text: selected areas', words: 'boxes, region, watermark' },
    'text.reduced': { title: 'Remove text: whole photo, reduced', words: 'resize, small, cheap' },
    ownBoxes: { title: 'Reset boxes', keys: ['Alt+B'], words: 'automatic, default, region' },
    runRest: { title: 'Run unfinished parts', keys: ['Alt+R'], words: 'retry, rest, failed' },
    stopRuns: { title: 'Stop all runs of this photo', keys: ['Alt+X'], words: 'cancel, abort' },
  },
);

export const BATCH = defineCommands(
  'studio',
  { group: 'Batch' },
  {
    batchText: {
      title: 'Remove text from selected photos…',
      keys: ['Shift+Alt+T'],
      words: 'many, all, series, batch, watermark',
    },
    batchMask: {
      title: 'Same mask on selected photos…',
      keys: ['Shift+Alt+M'],
      words: 'many, all, series, batch, watermark',
    },
    pauseBatch: { title: 'Pause batch', keys: ['Alt+P'] },
    resumeBatch: { title: 'Resume batch', keys: ['Shift+Alt+P'], words: 'continue' },
    stopBatch: { title: 'Stop batch', keys: ['Shift+Alt+X'], words: 'cancel' },
    retryBatch: { title: 'Retry failed photos of batch', keys: ['Shift+Alt+R'], words: 'again' },
  },
);

export const EDIT = defineCommands(
  'studio',
  { group: 'Edit' },
  {
    undo: { title: 'Undo', keys: ['Mod+Z'], words: 'back, revert' },
    redo: { title: 'Redo', keys: ['Shift+Mod+Z', 'Mod+Y'], words: 'again, repeat' },
  },
);

export const TOOLS = defineCommands(
  'studio',
  { group: 'Tools' },
  {
    brush: { title: 'Brush', keys: ['B'], words: 'paint, pen, draw, mask' },
    eraser: { title: 'Eraser', keys: ['E'], words: 'rubber, erase, subtract' },
    swap: { title: 'Swap brush and eraser', keys: ['X'], words: 'switch, toggle, exchange' },
    rectangle: { title: 'Rectangle', keys: ['R'], words: 'marquee, box, select, square' },
    lasso: { title: 'Lasso', keys: ['L'], words: 'polygon, freehand, select' },
    object: {
      title: 'Object',
      keys: ['O'],
      words:
        'remove object, select, subject, person, people, quick, loop, outline, background, cut out, get rid, erase object',
    },
    line: { title: 'Line', keys: ['U'], words: 'wire, pole, scratch, cable, select, power line' },
    wand: {
      title: 'Wand',
      keys: ['W'],
      words: 'magic wand, colour, color, flood, select, background, sky, magic',
    },
    spots: {
      title: 'Spots',
      keys: ['J'],
      words: 'dust, sensor, find, heal, blemish, remove dust, healing brush, sensor dust',
    },
    hand: { title: 'Hand', keys: ['H'], words: 'pan, move, grab' },
    smaller: { title: 'Smaller brush', keys: ['['], words: 'brush size, decrease, size' },
    larger: { title: 'Larger brush', keys: [']'], words: 'brush size, increase, bigger, size' },
    pressureOn: { title: 'Turn pen pressure on', words: 'tablet, stylus, size', isLocal: true },
    pressureOff: { title: 'Turn pen pressure off', words: 'tablet, stylus, size', isLocal: true },
  },
);

export const SELECTING = defineCommands(
  'studio',
  { group: 'Selecting' },
  {
    acceptSelection: { title: 'Add selection to mask', words: 'accept, apply' },
    dropSelection: {
      title: 'Drop selection',
      keys: ['Escape'],
      words: 'cancel, discard, deselect',
    },
    findSpots: { title: 'Find spots', keys: ['Shift+J'], words: 'dust, sensor, detect' },
    largerObject: { title: 'Select the next larger thing', keys: ['Q'], isLocal: true },
    smallerObject: { title: 'Select the next smaller thing', keys: ['Shift+Q'], isLocal: true },
    showObjects: {
      title: 'Show objects',
      keys: ['Shift+E'],
      words: 'find, detect, things, select subject',
    },
    selectPeople: {
      title: 'Select people',
      keys: ['Shift+P'],
      words:
        'remove person, remove people, tourists, passers-by, bystanders, crowd, find, detect, faces, bodies, erase person, erase people',
    },
    nextSpot: { title: 'Next spot or object', keys: ['N'], words: 'go to, dust' },
    previousSpot: { title: 'Previous spot or object', keys: ['P'], words: 'go to, dust' },
    acceptSpots: { title: 'Add all spots to mask', words: 'dust, accept' },
    findText: { title: 'Find text', words: 'detect, ocr, words, letters, watermark, remove text' },
    'spotsView.show': {
      title: 'Show the view of spots',
      keys: ['A'],
      words: 'threshold, dust, visualise',
    },
    'spotsView.hide': { title: 'Hide the view of spots', insteadOf: 'spotsView.show' },
  },
);

export const MASK = defineCommands(
  'studio',
  { group: 'Mask' },
  {
    maskAll: { title: 'Mask the whole photo', keys: ['Mod+A'], words: 'select all' },
    clear: {
      title: 'Clear mask',
      keys: ['Delete', 'Backspace', 'Mod+D'],
      words: 'deselect, empty, remove, select none, reset',
    },
    invert: { title: 'Invert mask', keys: ['Mod+I'], words: 'inverse, selection, background' },
    grow: { title: 'Grow mask', keys: ['G'], words: 'expand, dilate, larger' },
    shrink: { title: 'Shrink mask', keys: ['Shift+G'], words: 'contract, erode, smaller' },
    holes: { title: 'Fill holes in mask', keys: ['F'], words: 'close' },
    maskHide: {
      title: 'Hide mask',
      keys: ['M'],
      words: 'show mask, overlay, toggle, visibility, view',
    },
    maskShow: { title: 'Show mask', insteadOf: 'maskHide' },
    copyMask: { title: 'Copy mask', keys: ['Shift+C'], words: 'clipboard' },
    pasteMask: { title: 'Paste mask', keys: ['Shift+V'], words: 'clipboard' },
    loadMask: { title: 'Load mask…', keys: ['Shift+Mod+O'], words: 'import, open, png' },
    saveMask: { title: 'Save mask as PNG…', keys: ['Alt+S'], words: 'export, download' },
  },
);

export const CANVAS_VIEW = defineCommands(
  'studio',
  { group: 'View' },
  {
    fit: {
      title: 'Fit photo to window',
      keys: ['Mod+0'],
      words: 'zoom, whole, reset, fit to screen',
    },
    actual: {
      title: 'Zoom to 100 %',
      keys: ['Mod+1'],
      words: 'actual size, pixels, show, 1:1, full size',
    },
    zoom25: { title: 'Zoom to 25 %', isLocal: true },
    zoom50: { title: 'Zoom to 50 %', isLocal: true },
    zoom200: { title: 'Zoom to 200 %', isLocal: true },
    zoom400: { title: 'Zoom to 400 %', isLocal: true },
    zoom800: { title: 'Zoom to 800 %', isLocal: true },
    rotateRight: { title: 'Rotate view right', keys: ['Shift+R'], words: 'turn, clockwise' },
    rotateLeft: { title: 'Rotate view left', keys: ['Shift+L'], words: 'turn, counterclockwise' },
    mirrorView: {
      title: 'Mirror view',
      keys: ['Shift+H'],
      words: 'mirror image, flipped, mirror horizontally',
    },
    turnBack: {
      title: 'Reset rotation and mirroring',
      keys: ['Shift+N'],
      words: 'rotate, upright, normal',
    },
    zoomIn: { title: 'Zoom in', keys: ['Mod+=', 'Mod++'], words: 'larger, magnify' },
    zoomOut: { title: 'Zoom out', keys: ['Mod+-'], words: 'smaller' },
    'original.show': { title: 'Show original', words: 'before, after, compare, peek, results' },
    'original.hide': { title: 'Hide original', insteadOf: 'original.show' },
  },
);

export const RESULTS = defineCommands(
  'studio',
  { group: 'Results' },
  {
    nextResult: { title: 'Next result', keys: ['.'], words: 'go to' },
    previousResult: { title: 'Previous result', keys: [','], words: 'go to' },
    nextVariant: { title: 'Next variant', keys: ['K'], words: 'alternative, another, judge' },
    previousVariant: {
      title: 'Previous variant',
      keys: ['Shift+K'],
      words: 'alternative, another, judge',
    },
    resultBrush: {
      title: 'Paint result away or back',
      keys: ['Shift+B'],
      words: 'blend, mix, restore, brush, erase, mask',
    },
    resultMix: {
      title: 'Opacity and soft edge',
      keys: ['Shift+F'],
      words: 'blend, mix, strength, fade, transparent, feather',
    },
    resultReset: { title: 'Show result as received', words: 'opacity, feather, reset' },
    'compare.begin': {
      title: 'Compare',
      keys: ['C'],
      words: 'before, after, before and after, split',
    },
    'compare.end': { title: 'Close comparison', insteadOf: 'compare.begin' },
    compareSplit: { title: 'Compare: split line', words: 'before, after, slider' },
    compareHalves: { title: 'Compare: side by side', words: 'before, after, halves' },
    compareFlicker: { title: 'Compare: flicker', words: 'before, after, blink' },
    flip: { title: 'Swap sides', keys: ['X'], words: 'compare, flipped' },
    keepState: { title: 'Save this state for comparison', words: 'snapshot, version, keep' },
    'cleaned.show': {
      title: 'Show cleaned areas',
      keys: ['Shift+O'],
      words: 'overlay, results, tint, highlight',
    },
    'cleaned.hide': { title: 'Hide cleaned areas', insteadOf: 'cleaned.show' },
    hideAll: { title: 'Hide all results', words: 'original' },
    showAll: { title: 'Show all results' },
    leaveResults: { title: 'Close comparison or deselect', keys: ['Escape'], isLocal: true },
  },
);
