/** Files and folders by their names alone: which are worth reading as pictures. Their bytes decide later. */

/** How files of pictures that Gesso reads are called. */
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

/** Files that systems and cameras put into every folder: lists, and small versions of what lies beside them. */
const OF_SYSTEM = /^(?:\..*|thumbs\.db|ehthumbs(?:_vista)?\.db|desktop\.ini|icon\r|.*\.thm)$/iu;

/**
 * Folders of NAS systems (Synology, QNAP), Windows, macOS, Linux, cameras and Lightroom with small versions of pictures
 * and deleted ones.
 */
const FOLDER_OF_SYSTEM =
  /^(?:\..*|@(?:eadir|recycle|recently-snapshot|sharebin|tmp|syno.*)|#(?:recycle|snapshot)|\$recycle\.bin|recycle[rd]|system volume information|__macosx|lost\+found|thmbnl|avf_info|.*\.lrdata)$/iu;

/** A camera's folder of pictures (DCF), and the one beside it for everything else. */
const CAMERA = { pictures: 'DCIM', others: 'MISC' } as const;

/** True for a name that a picture may have; also one that Gesso cannot read, so that it says so. */
export function isPictureName(name: string): boolean {
  return PICTURE_NAME.test(name);
}

/** True for hidden files and those of file managers and cameras, which are skipped silently in folders. */
export function isOfSystem(name: string): boolean {
  return OF_SYSTEM.test(name);
}

/**
 * True for folders without pictures of the user's own; when the user names such a folder, it is read nevertheless.
 *
 * @param around names of its parent folders and of its siblings
 */
export function isFolderOfSystem(name: string, around: Iterable<string>): boolean {
  if (FOLDER_OF_SYSTEM.test(name)) return true;
  return name === CAMERA.others && [...around].includes(CAMERA.pictures);
}
