/** A line between areas, for `style`: Mantine's `bd` turns pixels into rem, which grows with the text. */
export const HAIRLINE = '1px solid var(--gesso-line)';
