/** A ring that turns while something is on its way, with a name for those who do not see it. */
import { Loader, type LoaderProps } from '@mantine/core';

/** @param props.label what is on its way */
export function Loading({ label, ...props }: LoaderProps & { readonly label: string }) {
  return <Loader color="gray" role="progressbar" aria-label={label} {...props} />;
}
