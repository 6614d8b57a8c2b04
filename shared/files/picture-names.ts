/** Files by their names alone: which are worth reading as pictures. Their bytes decide later. */

const PICTURE_NAME = /\.(?:jpe?g|jfif|png|webp|tiff?|avif|gif|hei[cf]|bmp)$/iu;

/** Files that systems put into every folder. */
const OF_SYSTEM = /^(?:\..*|thumbs\.db|desktop\.ini)$/iu;

/** True for a name that a picture may have; also one that Gesso cannot read, so that it says so. */
export function isPictureName(name: string): boolean {
  return PICTURE_NAME.test(name);
}

/** True for hidden files and those of file managers, which are skipped without a word. */
export function isOfSystem(name: string): boolean {
  return OF_SYSTEM.test(name);
}
