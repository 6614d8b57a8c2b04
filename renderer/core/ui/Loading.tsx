import { Loader, type LoaderProps } from '@mantine/core';

/** @param props.label what is loading */
export function Loading({ label, ...props }: LoaderProps & { readonly label: string }) {
  return <Loader color="gray" role="progressbar" aria-label={label} {...props} />;
}
