/** Decides by names alone; the bytes decide later. */

export const PICTURE_EXTENSIONS = [
  'jpg',
  'jpeg',
  'jpe',
  'jfif',
  'png',
  'webp',
  'tif',
  'tiff',
  'avif',
  'gif',
  'heic',
  'heif',
  'hif',
  'bmp',
] as const;

const PICTURE_NAME = new RegExp(`\\.(?:${PICTURE_EXTENSIONS.join('|')})$`, 'iu');

/** Files that systems and cameras add to folders: lists and thumbnails. */
const OF_SYSTEM = /^(?:\..*|thumbs\.db|ehthumbs(?:_vista)?\.db|desktop\.ini|icon\r|.*\.thm)$/iu;

/** Of NAS systems (Synology, QNAP), Windows, macOS, Linux, cameras and Lightroom. */
const FOLDER_OF_SYSTEM =
  /^(?:\..*|@(?:eadir|recycle|recently-snapshot|sharebin|tmp|syno.*)|#(?:recycle|snapshot)|\$recycle\.bin|recycle[rd]|system volume information|__macosx|lost\+found|thmbnl|avf_info|.*\.lrdata)$/iu;

/** A camera's folder of pictures (DCF), and its sibling for everything else. */
const CAMERA = { pictures: 'DCIM', others: 'MISC' } as const;

/** Also true for pictures that Gesso cannot read, so that it says so. */
export function isPictureName(name: string): boolean {
  return PICTURE_NAME.test(name);
}

/** Hidden files and those of file managers or cameras, which scans skip silently. */
export function isOfSystem(name: string): boolean {
  return OF_SYSTEM.test(name);
}

/** @param around names of its parents and siblings */
export function isFolderOfSystem(name: string, around: Iterable<string>): boolean {
  if (FOLDER_OF_SYSTEM.test(name)) return true;
  return name === CAMERA.others && [...around].includes(CAMERA.pictures);
}
